import { courseCreateHandlers } from './create.ts';
import { courseFeedbackHandlers } from './feedback.ts';
import { courseListHandlers } from './list.ts';
import type { CourseServices } from './services.ts';

/** Handlers of the calls of courses. */
export const handlersOfCourses = (services: CourseServices) => ({
  ...courseCreateHandlers(services),
  ...courseListHandlers(services),
  ...courseFeedbackHandlers(services),
});
