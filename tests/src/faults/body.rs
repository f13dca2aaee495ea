//! Bodies that break off or fall silent.

use std::future::pending;

use bytes::Bytes;
use futures::{StreamExt, stream};
use http_body::Frame;
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use kubewright::__private::kube::client;

/// The body of an answer of the layer.
pub(super) type Body = UnsyncBoxBody<Bytes, Broken>;

/// Ends a connection at once.
#[derive(Debug, thiserror::Error)]
#[error("broken on purpose, or behind the layer")]
pub(super) struct Broken;

/// How a body ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// As the server ends it.
    Whole,
    /// Broken within the piece after so many.
    Cut(usize),
    /// Never, and nothing comes after so many pieces.
    Mute(usize),
}

/// A body of these bytes.
pub(super) fn whole(bytes: Bytes) -> Body {
    Full::new(bytes).map_err(|never| match never {}).boxed_unsync()
}

/// These bytes, and then a broken connection.
pub(super) fn then_broken(bytes: Bytes) -> Body {
    StreamBody::new(stream::iter([Ok(Frame::data(bytes)), Err(Broken)])).boxed_unsync()
}

/// The server's body, with another end. `seen` is told of each piece.
pub(super) fn bent(body: client::Body, end: End, mut seen: impl FnMut(&Bytes) + Send + 'static) -> Body {
    let pieces = stream::unfold(Bent { body, end, count: 0, over: false }, Bent::next);
    let frames = pieces.map(move |piece| {
        piece.map(|bytes| {
            seen(&bytes);
            Frame::data(bytes)
        })
    });
    StreamBody::new(frames).boxed_unsync()
}

struct Bent {
    body: client::Body,
    end: End,
    /// Pieces so far.
    count: usize,
    over: bool,
}

impl Bent {
    async fn next(mut self) -> Option<(Result<Bytes, Broken>, Self)> {
        if self.over {
            return None;
        }
        match self.end {
            End::Mute(after) if self.count >= after => pending::<()>().await,
            End::Cut(after) if self.count > after => return Some((Err(Broken), Self { over: true, ..self })),
            _ => {}
        }
        let mut piece = match self.body.frame().await? {
            Ok(frame) => frame.into_data().unwrap_or_default(),
            Err(_) => return Some((Err(Broken), Self { over: true, ..self })),
        };
        if matches!(self.end, End::Cut(after) if self.count == after) {
            piece.truncate(piece.len() / 2);
        }
        Some((Ok(piece), Self { count: self.count + 1, ..self }))
    }
}
