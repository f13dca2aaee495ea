//! Fields that somebody else takes from us again and again.
//!
//! Two that apply by force would write without end. So a field that was taken three times in five minutes is put back
//! once in five minutes, until it is left alone for as long.

use std::time::{Duration, Instant};

use crate::apply::Path;

/// How far back is looked, and how long is waited.
pub(super) const WINDOW: Duration = Duration::from_secs(300);

/// How often a field may be taken in that time.
const TIMES: usize = 3;

/// What others did to one child.
#[derive(Debug, Default)]
pub(super) struct Contest {
    /// What was put back, and when.
    taken: Vec<(Instant, Path)>,
    fought: Option<Fought>,
}

#[derive(Debug)]
struct Fought {
    /// When it was put back last.
    applied: Instant,
    told: Told,
}

/// What is told of fields that are contested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) paths: Vec<Path>,
    pub(super) text: String,
}

/// What to do about fields that were taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// Put them back.
    PutBack,
    /// Put them back, and say that these are contested.
    Fight(Vec<Path>),
    /// Leave them, for so long, and say so.
    Hold(Told, Duration),
}

impl Contest {
    /// What to do about these paths, which were taken. None of them: something new is wanted.
    pub(super) fn ruling(&self, paths: &[Path], now: Instant) -> Ruling {
        if paths.is_empty() {
            return Ruling::PutBack;
        }
        if let Some((told, left)) = self.told(now) {
            return Ruling::Hold(told, left);
        }
        if self.fought.is_some() {
            return Ruling::Fight(paths.to_vec());
        }
        let often = |path: &&Path| {
            let before =
                self.taken.iter().filter(|(at, other)| is_recent(*at, now) && other == *path).count();
            before + 1 >= TIMES
        };
        let contested: Vec<Path> = paths.iter().filter(often).cloned().collect();
        if contested.is_empty() { Ruling::PutBack } else { Ruling::Fight(contested) }
    }

    /// These were put back. `told` is told from now on, if they are contested.
    pub(super) fn put_back(&mut self, paths: &[Path], told: Option<Told>, now: Instant) {
        self.taken.retain(|(at, _)| is_recent(*at, now));
        self.taken.extend(paths.iter().map(|path| (now, path.clone())));
        self.fought = told.map(|told| Fought { applied: now, told });
        if paths.is_empty() {
            self.taken.clear();
        }
    }

    /// Nothing is taken now. What is still told, and for how long: a rival may need a moment.
    pub(super) fn kept(&mut self, now: Instant) -> Option<(Told, Duration)> {
        let told = self.told(now);
        if told.is_none() && self.fought.take().is_some() {
            self.taken.clear();
        }
        told
    }

    fn told(&self, now: Instant) -> Option<(Told, Duration)> {
        let fought = self.fought.as_ref()?;
        let left = WINDOW.saturating_sub(now.saturating_duration_since(fought.applied));
        (!left.is_zero()).then(|| (fought.told.clone(), left))
    }
}

fn is_recent(at: Instant, now: Instant) -> bool {
    now.saturating_duration_since(at) < WINDOW
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn path(text: &str) -> Path {
        Path::parse(text)
    }

    fn told(paths: &[Path]) -> Told {
        Told { paths: paths.to_vec(), text: "told".into() }
    }

    #[test]
    fn the_third_time_in_five_minutes_is_told_and_the_fourth_waits() {
        let (mut contest, start) = (Contest::default(), Instant::now());
        let (a, b) = ([path("spec.a")], [path("spec.b")]);
        for n in 0..2 {
            assert_eq!(contest.ruling(&a, start + n * SECOND), Ruling::PutBack);
            contest.put_back(&a, None, start + n * SECOND);
            assert_eq!(contest.kept(start + n * SECOND), None);
        }
        assert_eq!(contest.ruling(&b, start + 2 * SECOND), Ruling::PutBack, "another field");
        let both = [path("spec.a"), path("spec.b")];
        assert_eq!(contest.ruling(&both, start + 3 * SECOND), Ruling::Fight(a.to_vec()));
        contest.put_back(&both, Some(told(&a)), start + 3 * SECOND);
        let hold = contest.ruling(&a, start + 4 * SECOND);
        assert_eq!(hold, Ruling::Hold(told(&a), WINDOW - SECOND));
        assert_eq!(contest.kept(start + 4 * SECOND), Some((told(&a), WINDOW - SECOND)));

        // Five minutes later it is put back, once.
        let later = start + 3 * SECOND + WINDOW;
        assert_eq!(contest.ruling(&a, later), Ruling::Fight(a.to_vec()));
        contest.put_back(&a, Some(told(&a)), later);
        assert!(matches!(contest.ruling(&a, later + SECOND), Ruling::Hold(..)));
        // And left alone for five minutes, it is over, as if nothing had been.
        let end = later + WINDOW;
        assert_eq!(contest.kept(end), None);
        assert_eq!(contest.ruling(&a, end), Ruling::PutBack);
    }

    #[test]
    fn what_is_long_ago_and_a_new_wish_do_not_count() {
        let (mut contest, start) = (Contest::default(), Instant::now());
        let a = [path("spec.a")];
        for n in 0..10 {
            let now = start + n * (WINDOW / 2);
            assert_eq!(contest.ruling(&a, now), Ruling::PutBack, "{n}");
            contest.put_back(&a, None, now);
        }
        contest.put_back(&a, Some(told(&a)), start + 5 * WINDOW);
        let now = start + 5 * WINDOW + SECOND;
        assert_eq!(contest.ruling(&[], now), Ruling::PutBack);
        contest.put_back(&[], None, now);
        assert_eq!((contest.kept(now), contest.ruling(&a, now)), (None, Ruling::PutBack));
    }
}
