/** Which list is shown: all studies, the analyses a Reviewer was given, or the studies with something left to do. */
export type Site = 'studies' | 'review' | 'tasks';
