//! The data set as it grows: open sequences and items, what is kept of them, and where they end.

use super::element::{DataSet, Element, Tag, Value, Vr};
use super::header::{Header, UNDEFINED};
use super::numbers;
use super::transfer_syntax::Encoding;
use crate::error::EngineError;
use crate::limits;

/// Container of the next header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The data set itself.
    Root,
    /// An item of a sequence.
    Item,
    /// A sequence: items and its end may follow.
    Sequence,
    /// Compressed pixels of an icon: items hold bytes.
    Fragments,
}

/// Structure that a header opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// A sequence of items.
    Sequence,
    /// An item.
    Item,
    /// Compressed pixels of an icon.
    Fragments,
}

#[derive(Debug)]
enum Content {
    Sequence { tag: Tag, items: Vec<DataSet> },
    Item { elements: Vec<Element> },
    Fragments,
}

#[derive(Debug)]
struct Container {
    content: Content,
    /// Position where it ends; none when a delimiter ends it.
    end: Option<u64>,
    /// Encoding of what is around it.
    outer_implicit: bool,
}

/// Elements read so far.
#[derive(Debug)]
pub struct Tree {
    /// Elements of the data set itself.
    pub root: DataSet,
    /// Encoding of the next header.
    pub encoding: Encoding,
    /// Elements beyond the limits were left out.
    pub truncated: bool,
    stack: Vec<Container>,
    kept_elements: usize,
    kept_root_elements: usize,
    kept_bytes: u64,
}

impl Tree {
    /// An empty data set.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            root: DataSet {
                elements: Vec::new(),
                big_endian: encoding.big_endian,
            },
            encoding,
            truncated: false,
            stack: Vec::new(),
            kept_elements: 0,
            kept_root_elements: 0,
            kept_bytes: 0,
        }
    }

    /// Container of the next header.
    pub fn place(&self) -> Place {
        match self.stack.last().map(|container| &container.content) {
            None => Place::Root,
            Some(Content::Item { .. }) => Place::Item,
            Some(Content::Sequence { .. }) => Place::Sequence,
            Some(Content::Fragments) => Place::Fragments,
        }
    }

    /// Position where the innermost container ends, if its length is defined.
    pub fn innermost_end(&self) -> Option<u64> {
        self.stack.last().and_then(|container| container.end)
    }

    /// Adds an element to the innermost item.
    pub fn add(&mut self, tag: Tag, vr: Vr, value: Value) {
        // Private attributes and sequences may not crowd out the picture's own attributes.
        let own = self.stack.is_empty()
            && !tag.is_private()
            && self.kept_root_elements < limits::MAX_KEPT_ROOT_ELEMENTS;
        self.kept_root_elements += usize::from(own);
        if !own && !self.count() {
            return;
        }
        let text = match &value {
            Value::Bytes(bytes) => numbers::as_text(tag, vr, bytes, self.encoding.big_endian),
            _ => None,
        };
        let value = text.map_or(value, Value::Bytes);
        let element = Element { tag, vr, value };
        match self
            .stack
            .last_mut()
            .map(|container| &mut container.content)
        {
            Some(Content::Item { elements }) => elements.push(element),
            Some(_) => {}
            None => self.root.elements.push(element),
        }
    }

    fn count(&mut self) -> bool {
        let room = self.kept_elements < limits::MAX_KEPT_ELEMENTS;
        self.truncated |= !room;
        self.kept_elements += usize::from(room);
        room
    }

    /// Whether a value of this length is kept; counts it if so.
    pub fn may_keep(&mut self, tag: Tag, length: u32) -> bool {
        let is_table = matches!(
            tag.0,
            0x0018_1065
                | 0x0028_1201..=0x0028_1203
                | 0x0028_1221..=0x0028_1223
                | 0x5400_1010
                | 0x7fe0_0001
                | 0x7fe0_0002
        );
        let limit = if is_table {
            limits::MAX_KEPT_TABLE_BYTES
        } else {
            limits::MAX_KEPT_VALUE_BYTES
        };
        let length = u64::from(length);
        let keep = length <= limit && self.kept_bytes + length <= limits::MAX_KEPT_TOTAL_BYTES;
        self.kept_bytes += if keep { length } else { 0 };
        keep
    }

    /// A length cut where the items and sequences around the value end.
    pub fn length_within(&self, value_start: u64, length: u32) -> u32 {
        let ends = self.stack.iter().filter_map(|container| container.end);
        match ends.min() {
            Some(end) if value_start + u64::from(length) > end => {
                // Less than the 32-bit length it replaces.
                end.saturating_sub(value_start) as u32
            }
            _ => length,
        }
    }

    /// Opens what a header at `position` begins; `implicit` is the encoding inside.
    ///
    /// # Errors
    /// `limit-exceeded` for `sequence_nesting`.
    pub fn open(
        &mut self,
        opened: Opened,
        header: &Header,
        position: u64,
        implicit: bool,
    ) -> Result<(), EngineError> {
        let sequences = self
            .stack
            .iter()
            .filter(|container| !matches!(container.content, Content::Item { .. }))
            .count();
        if opened != Opened::Item && sequences >= limits::MAX_SEQUENCE_NESTING {
            return Err(EngineError::limit(
                "sequence_nesting",
                limits::MAX_SEQUENCE_NESTING as u64,
                sequences as u64 + 1,
            ));
        }
        let value_start = position + header.size as u64;
        let end = value_start + u64::from(header.length);
        self.stack.push(Container {
            content: match opened {
                Opened::Sequence => Content::Sequence {
                    tag: header.tag,
                    items: Vec::new(),
                },
                Opened::Item => Content::Item {
                    elements: Vec::new(),
                },
                Opened::Fragments => Content::Fragments,
            },
            end: (header.length != UNDEFINED).then_some(end),
            outer_implicit: self.encoding.implicit,
        });
        self.encoding.implicit = implicit;
        Ok(())
    }

    /// Closes the innermost container and hands its content to the one around it.
    pub fn close(&mut self) {
        let Some(container) = self.stack.pop() else {
            return;
        };
        self.encoding.implicit = container.outer_implicit;
        match container.content {
            Content::Sequence { tag, items } => self.add(tag, Vr::SQ, Value::Items(items)),
            Content::Item { elements } => {
                let big_endian = self.encoding.big_endian;
                let room = self.count();
                if let Some(Container {
                    content: Content::Sequence { items, .. },
                    ..
                }) = self.stack.last_mut()
                    && room
                {
                    items.push(DataSet {
                        elements,
                        big_endian,
                    });
                }
            }
            Content::Fragments => {}
        }
    }

    /// Closes containers that ended at or before `position`, with all that is open inside them.
    pub fn close_ended(&mut self, position: u64) {
        let ended = self
            .stack
            .iter()
            .position(|container| container.end.is_some_and(|end| end <= position));
        if let Some(depth) = ended {
            while self.stack.len() > depth {
                self.close();
            }
        }
    }
}
