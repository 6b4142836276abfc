/** Type of accounts of programs that mark images: a model as a rater. */
export const MODEL_USER_TYPE = 'model';
/** Type of accounts of programs that make calls: a machine, which has tokens only. */
export const MACHINE_USER_TYPE = 'machine';

/** Accounts of these types have no sign-in. */
export const isWithoutSignIn = (userType: string): boolean => userType === MODEL_USER_TYPE || userType === MACHINE_USER_TYPE;
