//! Bodies that break off or fall silent.

use std::future::pending;

use bytes::Bytes;
use futures::stream;
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
    let first = (body, 0_usize, false);
    let pieces = stream::unfold(first, move |(mut body, count, over)| {
        let piece = async move {
            if over {
                return None;
            }
            if matches!(end, End::Mute(after) if count >= after) {
                pending::<()>().await;
            }
            let piece = match body.frame().await? {
                Ok(frame) => frame.into_data().unwrap_or_default(),
                Err(_) => return Some((Err(Broken), (body, count, true))),
            };
            match end {
                End::Cut(after) if count > after => Some((Err(Broken), (body, count, true))),
                End::Cut(after) if count == after => {
                    let half = piece.slice(..piece.len() / 2);
                    Some((Ok(half), (body, count + 1, false)))
                }
                _ => Some((Ok(piece), (body, count + 1, false))),
            }
        };
        piece
    });
    let frames = futures::StreamExt::map(pieces, move |piece| {
        piece.map(|bytes| {
            seen(&bytes);
            Frame::data(bytes)
        })
    });
    StreamBody::new(frames).boxed_unsync()
}
