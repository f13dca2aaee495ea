//! The two lines of keys that are ready, and which one is served next.

use std::collections::VecDeque;
use std::num::NonZeroU64;

use super::Priority;

/// A place in a line. They rise, and none is 0, so that having none takes no room in a slot.
pub(super) type Ticket = NonZeroU64;

/// After so many live keys in a row a waiting background key gets its turn.
pub(super) const LIVE_IN_A_ROW: u32 = 8;

/// Ids of ready slots, oldest first, one line per priority.
///
/// Tickets rise, so each line is sorted by them and a slot that changes its line is found by binary search.
#[derive(Debug)]
pub(super) struct Lanes {
    live: VecDeque<(Ticket, usize)>,
    background: VecDeque<(Ticket, usize)>,
    /// Live keys served in a row while a background key waited.
    in_a_row: u32,
    next_ticket: Ticket,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self { live: VecDeque::new(), background: VecDeque::new(), in_a_row: 0, next_ticket: Ticket::MIN }
    }

    /// Puts a slot at the end of a line and returns its ticket.
    pub(super) fn push(&mut self, priority: Priority, id: usize) -> Ticket {
        let ticket = self.next_ticket;
        // At a billion a second they last for centuries.
        self.next_ticket = ticket.saturating_add(1);
        self.lane(priority).push_back((ticket, id));
        ticket
    }

    /// Moves a slot from the background line to the end of the live one and returns its new ticket.
    pub(super) fn upgrade(&mut self, ticket: Ticket, id: usize) -> Ticket {
        if let Ok(position) = self.background.binary_search_by_key(&ticket, |&(ticket, _)| ticket) {
            self.background.remove(position);
        }
        self.push(Priority::Live, id)
    }

    /// Takes the slot whose turn it is: live before background, except for one background key now and then.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let background = self.live.is_empty() || self.in_a_row >= LIVE_IN_A_ROW;
        let (_, id) = if background && let Some(entry) = self.background.pop_front() {
            self.in_a_row = 0;
            entry
        } else {
            let entry = self.live.pop_front()?;
            self.in_a_row = if self.background.is_empty() { 0 } else { self.in_a_row + 1 };
            entry
        };
        Some(id)
    }

    pub(super) fn len(&self, priority: Priority) -> usize {
        match priority {
            Priority::Live => self.live.len(),
            Priority::Background => self.background.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.live.is_empty() && self.background.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.live.clear();
        self.background.clear();
    }

    fn lane(&mut self, priority: Priority) -> &mut VecDeque<(Ticket, usize)> {
        match priority {
            Priority::Live => &mut self.live,
            Priority::Background => &mut self.background,
        }
    }
}
