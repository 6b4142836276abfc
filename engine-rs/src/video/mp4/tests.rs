use super::*;
use crate::video::Coding;

fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [
        &(content.len() as u32 + 8).to_be_bytes(),
        name.as_slice(),
        content,
    ]
    .concat()
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_be_bytes())
        .collect()
}

/// A movie with all samples in fragments: track 7, defaults of 40 ticks, 100 bytes, no key.
fn fragmented_movie() -> Vec<u8> {
    let configuration = boxed(b"avcC", &[1, 100, 0, 10, 255, 225]);
    let mut entry = vec![0; 78];
    entry[24..28].copy_from_slice(&[0, 128, 0, 96]);
    entry.extend(configuration);
    let description = [numbers(&[0, 1]), boxed(b"avc1", &entry)].concat();
    let table = [
        boxed(b"stsd", &description),
        boxed(b"stsz", &numbers(&[0, 0, 0])),
    ]
    .concat();
    let media = [
        boxed(b"mdhd", &numbers(&[0, 0, 0, 1000, 0])),
        boxed(b"hdlr", &[&numbers(&[0, 0])[..], b"vide"].concat()),
        boxed(b"minf", &boxed(b"stbl", &table)),
    ]
    .concat();
    let track = [
        boxed(b"tkhd", &numbers(&[0, 0, 0, 7])),
        boxed(b"mdia", &media),
    ]
    .concat();
    let extends = boxed(b"trex", &numbers(&[0, 7, 1, 40, 100, 0x1_0000]));
    let movie = [boxed(b"trak", &track), boxed(b"mvex", &extends)].concat();
    boxed(b"moov", &movie)
}

fn fragment(header: &[u32], parts: &[Vec<u8>]) -> Vec<u8> {
    let track = [boxed(b"tfhd", &numbers(header)), parts.concat()].concat();
    boxed(b"moof", &boxed(b"traf", &track))
}

fn read(boxes: &[Vec<u8>]) -> Result<Movie, EngineError> {
    let mut movie = Movie::default();
    movie.push(0, &boxes.concat())?;
    movie.finish()?;
    Ok(movie)
}

/// Key, start and length of the samples; their times.
type Found = (Vec<(bool, u64, u64)>, Vec<i64>);

fn found(boxes: &[Vec<u8>]) -> Found {
    let movie = read(boxes).unwrap();
    let samples = movie.samples.iter();
    let samples = samples.map(|sample| (sample.key, sample.start, sample.length));
    (samples.collect(), movie.times)
}

#[test]
fn a_run_takes_what_it_does_not_say_from_fragment_and_movie() {
    let movie = fragmented_movie();
    let start = movie.len() as u64;
    // The base is the fragment; the first sample is a key; all else by default.
    let bare = fragment(
        &[0x2_0000, 7],
        &[boxed(b"trun", &numbers(&[0x5, 3, 500, 0]))],
    );
    let (samples, times) = found(&[movie.clone(), bare]);
    let expected = [(true, 500), (false, 600), (false, 700)];
    assert_eq!(samples, expected.map(|(key, at)| (key, start + at, 100)));
    assert_eq!(times, [0, 40, 80]);
    // Defaults of the fragment: duration 10, size 20, keys; then fields of each sample.
    let own = fragment(
        &[0x2_0038, 7, 10, 20, 0],
        &[
            boxed(b"tfdt", &numbers(&[0, 900])),
            boxed(b"trun", &numbers(&[0x1, 2, 0])),
            boxed(
                b"trun",
                &numbers(&[0x0100_0f00, 2, 5, 6, 0x1_0000, u32::MAX, 7, 8, 0, 3]),
            ),
        ],
    );
    let (samples, times) = found(&[movie, own]);
    let expected = [(true, 0, 20), (true, 20, 20), (false, 40, 6), (true, 46, 8)];
    assert_eq!(
        samples,
        expected.map(|(key, at, length)| (key, start + at, length))
    );
    assert_eq!(times, [900, 910, 919, 928]);
}

#[test]
fn bases_are_offsets_of_their_own_or_the_end_of_the_data_before() {
    let movie = fragmented_movie();
    let start = movie.len() as u64;
    let run = || boxed(b"trun", &numbers(&[0, 1]));
    let of = |header: &[u32]| boxed(b"traf", &[boxed(b"tfhd", &numbers(header)), run()].concat());
    // base_data_offset of eight bytes; another track is passed over; then without any base.
    let fragment = [of(&[0x1, 7, 0, 12_345]), of(&[0, 8]), of(&[0, 7])].concat();
    let (samples, _) = found(&[movie.clone(), boxed(b"moof", &fragment)]);
    assert_eq!(
        samples.iter().map(|sample| sample.1).collect::<Vec<_>>(),
        [12_345, 12_445]
    );
    let (samples, _) = found(&[movie, boxed(b"moof", &of(&[0, 7]))]);
    assert_eq!(samples[0].1, start);
}

#[test]
fn fragments_that_lie_are_refused() {
    let code = |boxes: &[Vec<u8>]| read(boxes).map(|_| ()).unwrap_err().code();
    let movie = fragmented_movie();
    let run = |content: &[u32]| fragment(&[0x2_0000, 7], &[boxed(b"trun", &numbers(content))]);
    assert_eq!(code(std::slice::from_ref(&movie)), "malformed-video");
    assert_eq!(
        code(&[movie.clone(), run(&[0x100, 2, 5])]),
        "malformed-video"
    );
    // A place before the first byte.
    let before = fragment(
        &[0x1, 7, 0, 5],
        &[boxed(b"trun", &numbers(&[0x1, 1, -6i32 as u32]))],
    );
    assert_eq!(code(&[movie.clone(), before]), "malformed-video");
    assert_eq!(
        code(&[movie.clone(), run(&[0, u32::MAX])]),
        "limit-exceeded"
    );
    assert_eq!(
        code(&[movie.clone(), boxed(b"moof", &boxed(b"traf", &[]))]),
        "malformed-video"
    );
    let huge = [&numbers(&[1 << 30])[..], b"moof"].concat();
    assert_eq!(code(&[movie, huge]), "limit-exceeded");
}

#[test]
fn frames_are_numbered_before_the_next_fragment_arrives() {
    // Shown at 80, 160, 120 by unsigned offsets: decoding continues at 120.
    let run = numbers(&[0x801, 3, 0, 80, 120, 40]);
    let part = || fragment(&[0x2_0000, 7], &[boxed(b"trun", &run)]);
    let mut movie = Movie::default();
    movie
        .push(0, &[fragmented_movie(), part()].concat())
        .unwrap();
    assert_eq!(movie.order.pictures(), [0, 2]);
    let at = movie.at;
    movie.push(at, &part()).unwrap();
    assert_eq!(movie.order.pictures(), [0, 2, 1, 3, 5]);
    assert!(!movie.is_complete());
}

#[test]
fn what_tells_the_frames_is_asked_for_where_it_lies() {
    let movie = fragmented_movie();
    let length = movie.len() as u64;
    let media = [&numbers(&[1_000_000])[..], b"mdat"].concat();
    let mut reader = Movie::default();
    reader
        .push(0, &[boxed(b"ftyp", b"isom"), media].concat())
        .unwrap();
    assert_eq!(reader.wanted(), Some((1_000_012, None)));
    reader.push(1_000_012, &movie[..50]).unwrap();
    assert_eq!(reader.wanted(), Some((1_000_062, Some(1_000_012 + length))));
    // Bytes that the stream brings meanwhile do not belong to it.
    reader.push(20, &[7; 1000]).unwrap();
    reader.push(1_000_062, &movie[50..]).unwrap();
    assert_eq!(reader.wanted(), None);
    let track = reader.track().unwrap();
    assert_eq!(track.decoder.coding, Coding::Avc);
    assert_eq!((track.decoder.width, track.decoder.height), (128, 96));
    assert_eq!(track.decoder.codec, "avc1.64000a");
}
