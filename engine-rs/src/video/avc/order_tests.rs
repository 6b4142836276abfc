//! Counts worked out by hand from the equations of H.264 8.2.1.2 (8-6 to 8-10).

use super::*;

/// Frames and fields of a sequence of type 1: frame_num of four bits.
struct Pictures {
    count: OrderCount,
    sequence: Sequence,
}

impl Pictures {
    fn of(non_reference: i32, top_to_bottom: i32, reference: &[i32]) -> Self {
        let cycle = Cycle {
            always_zero: false,
            non_reference,
            top_to_bottom,
            reference: reference.to_vec(),
        };
        Self {
            count: OrderCount::default(),
            sequence: Sequence {
                id: 0,
                profile: [66, 0, 30],
                width: 16,
                height: 16,
                separate_planes: false,
                frame_num_bits: 4,
                order: OrderType::Expected(cycle),
                frames_only: false,
                step_ms: None,
            },
        }
    }

    fn next(
        &mut self,
        frame_num: u32,
        reference: bool,
        field: Option<bool>,
        delta: [i32; 2],
    ) -> i64 {
        let picture = Place {
            frame_num,
            field,
            is_idr: false,
            reference,
            order: OrderFields { lsb: 0, delta },
        };
        self.count.next(&self.sequence, &picture, -1)
    }

    fn frame(&mut self, frame_num: u32, reference: bool) -> i64 {
        self.next(frame_num, reference, None, [0, 0])
    }
}

#[test]
fn pictures_between_references_are_expected_before_them() {
    // References four apart, with two pictures between them before the next.
    let mut pictures = Pictures::of(-2, 0, &[4]);
    let found = [
        (0, true),
        (1, true),
        (2, false),
        (2, true),
        (3, false),
        (3, true),
    ]
    .map(|(number, reference)| pictures.frame(number, reference));
    assert_eq!(found, [0, 4, 2, 8, 6, 12]);
}

#[test]
fn frame_numbers_run_over_their_range() {
    let mut pictures = Pictures::of(0, 0, &[2]);
    let found: Vec<i64> = (0..40)
        .map(|frame| pictures.frame(frame % 16, true))
        .collect();
    let expected: Vec<i64> = (0..40).map(|frame| 2 * frame).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_cycle_repeats_its_differences() {
    let mut pictures = Pictures::of(0, 0, &[2, 6]);
    let found = [0, 1, 2, 3, 4, 5].map(|number| pictures.frame(number, true));
    assert_eq!(found, [0, 2, 8, 10, 16, 18]);
    // Without a cycle only the coded difference is left.
    let mut pictures = Pictures::of(-3, 0, &[]);
    assert_eq!(pictures.next(5, true, None, [7, 0]), 7);
    assert_eq!(pictures.next(6, false, None, [7, 0]), 4);
}

#[test]
fn fields_and_coded_differences_count() {
    let mut pictures = Pictures::of(0, 1, &[4]);
    assert_eq!(pictures.next(1, true, Some(false), [3, 0]), 7);
    assert_eq!(pictures.next(1, true, Some(true), [3, 0]), 8);
    // A frame is ordered by the earlier of its fields: 8 + 1 and 8 + 1 + 1 - 5.
    assert_eq!(pictures.next(2, true, None, [1, -5]), 5);
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let mut pictures = Pictures::of(i32::MIN, i32::MAX, &[i32::MAX; 255]);
    for frame in 0..crate::limits::MAX_FRAMES {
        pictures.next(15 - frame % 16, true, None, [i32::MAX; 2]);
    }
}
