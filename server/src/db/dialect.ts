/** The two engines every query runs on. */
export type Dialect = 'sqlite' | 'postgres';
