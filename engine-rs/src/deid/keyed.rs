//! Keyed hashes: who does not hold the key cannot find out what was hashed.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::error::EngineError;
use crate::limits::MIN_KEY_BYTES;

/// HMAC-SHA256 under the secret of a workspace. Each use has a separate name, so that equal texts
/// in different attributes give different hashes.
pub struct Keyed {
    mac: Hmac<Sha256>,
}

impl Keyed {
    /// # Errors
    /// `invalid-argument` for a key shorter than 32 bytes.
    pub fn new(key: &[u8]) -> Result<Self, EngineError> {
        let short = || EngineError::InvalidArgument {
            argument: "key".to_owned(),
            detail: format!("at least {MIN_KEY_BYTES} bytes"),
        };
        if key.len() < MIN_KEY_BYTES {
            return Err(short());
        }
        let mac = Hmac::new_from_slice(key).map_err(|_| short())?;
        Ok(Self { mac })
    }

    fn hash(&self, purpose: &str, value: &[u8]) -> [u8; 32] {
        let mut mac = self.mac.clone();
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(value);
        mac.finalize().into_bytes().into()
    }

    /// Hash as 64 hexadecimal digits.
    pub fn hex(&self, purpose: &str, value: &[u8]) -> String {
        let hash = self.hash(purpose, value);
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A UID of the form 2.25 and 128 bits of the hash (PS3.5 B.2).
    pub fn uid(&self, uid: &str) -> String {
        let hash = self.hash("uid", uid.as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        format!("2.25.{}", u128::from_be_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_hmac_sha256_of_purpose_zero_byte_and_value() {
        // Expected values by Python: hmac.new(bytes(range(32)), b"uid\x001.2.840.10008", sha256).
        let key: Vec<u8> = (0..32).collect();
        let keyed = Keyed::new(&key).unwrap();
        assert_eq!(
            keyed.hex("uid", b"1.2.840.10008"),
            "2f3364ca2027fd6b89ec270d80d4eaef5b4f626799eda6548614850f7e94316a"
        );
        assert_eq!(
            keyed.uid("1.2.840.10008"),
            "2.25.62740567196677380447680731827789949679"
        );
        assert!(Keyed::new(&[0; 31]).is_err());
    }

    #[test]
    fn uids_are_valid_and_at_most_64_characters() {
        let keyed = Keyed::new(&[7; 32]).unwrap();
        for index in 0..1000 {
            let uid = keyed.uid(&format!("1.2.{index}"));
            assert!(uid.len() <= 64);
            let number = uid.strip_prefix("2.25.").unwrap();
            assert_eq!(number.parse::<u128>().unwrap().to_string(), number);
        }
    }
}
