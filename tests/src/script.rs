//! What a test tells an operator's code to do, and what that code saw.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kubewright::prelude::*;
use tokio::sync::watch;

/// Where in an operator's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `desired`.
    Desired,
    /// `observe`.
    Observe,
    /// `cleanup`.
    Cleanup,
}

/// What to do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Return a transient error.
    Fail,
    /// Return a transient error that asks for 30 s.
    FailFor30s,
    /// Return a transient error that asks for 10 s, in other words each time.
    FailInOtherWords,
    /// Return a permanent error.
    Refuse,
    /// Return a permanent error with another condition.
    RefuseAsOdd,
    /// Panic before a future is made at all.
    PanicAtCall,
    /// Panic before the first await.
    PanicBefore,
    /// Panic after an await.
    PanicAfter,
    /// Wait until [`Script::release`].
    Hold,
    /// Ask for another visit after this delay. Of use in `observe`.
    Requeue(Duration),
}

/// What an operator returns when it is told to.
#[derive(Debug, thiserror::Error, Failure)]
#[failure(conditions = TroubleCondition)]
pub enum Trouble {
    /// [`Act::Fail`].
    #[error("told to fail")]
    #[failure(transient)]
    Told,
    /// [`Act::FailFor30s`].
    #[error("told to fail for a while")]
    #[failure(transient, retry_after = "30s")]
    ToldForAWhile,
    /// [`Act::FailInOtherWords`].
    #[error("told to fail, the {0}. time")]
    #[failure(transient, retry_after = "10s")]
    InOtherWords(usize),
    /// [`Act::Refuse`].
    #[error("told to refuse")]
    #[failure(permanent, condition = Invalid)]
    Refused,
    /// [`Act::RefuseAsOdd`].
    #[error("told to find it odd")]
    #[failure(permanent, condition = Odd)]
    FoundOdd,
}

/// The condition types of all scripted operators.
#[derive(ConditionType)]
pub enum TroubleCondition {
    /// All is well.
    Ready,
    /// The children are changing.
    Progressing,
    /// The operator refuses the object.
    Invalid,
    /// The operator finds the object odd.
    Odd,
}

/// The status of all scripted operators.
#[status]
pub struct TroubleStatus {
    /// The value of the spec that was observed.
    pub value: i64,
    /// The generation that this speaks of.
    pub observed_generation: Option<i64>,
    /// What is said about the object.
    pub conditions: Conditions<TroubleCondition>,
}

/// The state of scripted operators. Clones are the same script.
#[derive(Clone, Debug)]
pub struct Script {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    told: Mutex<Told>,
    open: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Told {
    acts: HashMap<(String, Place), Act>,
    seen: HashMap<String, Vec<String>>,
    calls: HashMap<(String, Place), usize>,
    /// How often each object is in user code right now.
    running: HashMap<String, usize>,
    most_of_one: usize,
    most_at_once: usize,
}

impl Default for Script {
    fn default() -> Self {
        Self { inner: Arc::new(Inner { told: Mutex::default(), open: watch::Sender::new(false) }) }
    }
}

impl Script {
    /// From now on the code of this object (`*`: of all others) does this in that place.
    pub fn tell(&self, object: &str, place: Place, act: Act) {
        self.told().acts.insert((object.to_owned(), place), act);
    }

    /// From now on it behaves again.
    pub fn clear(&self, object: &str, place: Place) {
        self.told().acts.remove(&(object.to_owned(), place));
    }

    /// Lets everything go that holds, and holds nothing more.
    pub fn release(&self) {
        self.inner.open.send_replace(true);
    }

    /// How often the code of an object was called.
    pub fn calls(&self, object: &str, place: Place) -> usize {
        self.told().calls.get(&(object.to_owned(), place)).copied().unwrap_or(0)
    }

    /// What the code of an object saw, in order.
    pub fn seen(&self, object: &str) -> Vec<String> {
        self.told().seen.get(object).cloned().unwrap_or_default()
    }

    /// How many objects are in user code right now.
    pub fn running(&self) -> usize {
        self.told().running.values().sum()
    }

    /// The most passes of one object at one time, so far.
    pub fn most_of_one(&self) -> usize {
        self.told().most_of_one
    }

    /// The most passes at one time, so far.
    pub fn most_at_once(&self) -> usize {
        self.told().most_at_once
    }

    /// Notes what an object's code saw.
    pub fn note(&self, object: &str, what: impl ToString) {
        self.told().seen.entry(object.to_owned()).or_default().push(what.to_string());
    }

    /// Notes a call.
    pub fn note_call(&self, place: Place, object: &str) {
        *self.told().calls.entry((object.to_owned(), place)).or_default() += 1;
    }

    /// Notes a call, where no future has been made yet.
    pub fn called(&self, place: Place, object: &str) {
        self.note_call(place, object);
        let act = self.told().act(object, place);
        if act == Some(Act::PanicAtCall) {
            panic!("told to panic at the call of {place:?}");
        }
    }

    /// Does what it was told.
    ///
    /// # Errors
    /// The one that it was told to give.
    ///
    /// # Panics
    /// When it was told to.
    pub async fn play(&self, place: Place, object: &str) -> Result<Action, Trouble> {
        let _inside = Inside::enter(self, object);
        let act = self.told().act(object, place);
        if act == Some(Act::PanicBefore) {
            panic!("told to panic before an await in {place:?}");
        }
        tokio::task::yield_now().await;
        match act {
            Some(Act::Fail) => Err(Trouble::Told),
            Some(Act::FailFor30s) => Err(Trouble::ToldForAWhile),
            Some(Act::FailInOtherWords) => Err(Trouble::InOtherWords(self.calls(object, place))),
            Some(Act::Refuse) => Err(Trouble::Refused),
            Some(Act::RefuseAsOdd) => Err(Trouble::FoundOdd),
            Some(Act::PanicAfter) => panic!("told to panic after an await in {place:?}"),
            Some(Act::Hold) => {
                // The sender is in `self`.
                let _ = self.inner.open.subscribe().wait_for(|open| *open).await;
                Ok(Action::await_change())
            }
            Some(Act::Requeue(delay)) => Ok(Action::requeue(delay)),
            Some(Act::PanicAtCall | Act::PanicBefore) | None => Ok(Action::await_change()),
        }
    }

    /// Scripts panic on purpose, but never while they hold this.
    fn told(&self) -> MutexGuard<'_, Told> {
        self.inner.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Told {
    fn act(&self, object: &str, place: Place) -> Option<Act> {
        let told = |name: &str| self.acts.get(&(name.to_owned(), place)).copied();
        told(object).or_else(|| told("*"))
    }
}

/// While it lives, an object is in user code. A panic ends it too.
struct Inside<'a> {
    script: &'a Script,
    object: String,
}

impl<'a> Inside<'a> {
    fn enter(script: &'a Script, object: &str) -> Self {
        let mut told = script.told();
        let count = told.running.entry(object.to_owned()).or_default();
        *count += 1;
        let (of_one, at_once) = (*count, told.running.values().sum());
        told.most_of_one = told.most_of_one.max(of_one);
        told.most_at_once = told.most_at_once.max(at_once);
        Self { script, object: object.to_owned() }
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        *self.script.told().running.entry(std::mem::take(&mut self.object)).or_insert(1) -= 1;
    }
}
