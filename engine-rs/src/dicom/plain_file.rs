//! A deflated file as one whose data set can be read in place.

use std::borrow::Cow;

use super::parse::Parser;
use super::transfer_syntax;
use crate::error::EngineError;

/// A deflated file as one of plain explicit little endian; any other file as it is.
///
/// # Errors
/// `limit-exceeded` for `inflated_bytes`, `malformed-data-set`.
pub fn plain_file(file: &[u8]) -> Result<Cow<'_, [u8]>, EngineError> {
    let mut parser = Parser::new();
    if parser.push(file).is_err() {
        // The reader of the file reports the error again.
        return Ok(Cow::Borrowed(file));
    }
    let Some((base, bytes)) = parser.inflated() else {
        return Ok(Cow::Borrowed(file));
    };
    let base = usize::try_from(base).unwrap_or(usize::MAX).min(file.len());
    let mut plain = [&file[..base], bytes].concat();
    // The shorter identifier is padded with zeros to the same length.
    if let Some(at) = memchr::memmem::find(&plain[..base], transfer_syntax::DEFLATED.as_bytes()) {
        let end = at + transfer_syntax::DEFLATED.len();
        plain[at + transfer_syntax::EXPLICIT_LITTLE.len()..end].fill(0);
    }
    Ok(Cow::Owned(plain))
}
