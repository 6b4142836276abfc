/** Common names of transfer syntaxes. */
import { TRANSFER_SYNTAXES } from '@echometry/contract/generated/transfer-syntaxes.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';

/** True for the transfer syntaxes whose frames belong to a video stream. */
export const isVideo = (uid: string): boolean => ownValue(TRANSFER_SYNTAXES, uid)?.video ?? false;

/** The name in short; the UID where it is not known. */
export const syntaxName = (uid: string): string => ownValue(TRANSFER_SYNTAXES, uid)?.short ?? uid;
