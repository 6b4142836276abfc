/** The pages of this version by their address: what has to come before each, and its code, which comes when it is opened. */
import { lazy, useEffect, useState, type ComponentType } from 'react';
import type { AdministrationSection } from '@echometry/contract/rules/administration-sections.ts';
import type { ClientRoute } from '@echometry/contract/rules/client-routes.ts';
import { Loading } from '../ui/loading.tsx';

export interface Page {
  /** Requirements of the page. */
  need: 'sign-in' | 'terms' | 'role';
  /** Whether the header of the application is around it. */
  framed: boolean;
  Content: ComponentType;
  /** Fetches the code without showing it. */
  fetch: () => void;
}

function page(need: Page['need'], framed: boolean, load: () => Promise<ComponentType>): Page {
  let here: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const once = () => {
    loading ??= load().then(
      (content) => {
        here = content;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  // Without Suspense, which shows a content 0.3 s after its fallback at the earliest.
  const Content = () => {
    const [Here, setHere] = useState(() => here);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Here === null)
        once().then(
          () => setHere(() => here),
          (error: unknown) => setFailure({ error }),
        );
    }, [Here]);
    if (failure) throw failure.error;
    return Here ? <Here /> : <Loading />;
  };
  // A page that could not be fetched ahead is loaded, and its failure shown, when it is opened.
  return { need, framed, Content, fetch: () => void once().catch(() => undefined) };
}

// Plots come when they are asked for.
const Statistics = lazy(async () => ({ default: (await import('../features/statistics/page.tsx')).StatisticsPage }));

/** A page of one project: an address without one leads to the first with work for the role. */
const ofProject = (load: () => Promise<ComponentType>) =>
  page('role', true, async () => {
    const [{ WithProject }, Content] = await Promise.all([import('./with-project.tsx'), load()]);
    return () => (
      <WithProject>
        <Content />
      </WithProject>
    );
  });

const studies = (site: 'studies' | 'review' | 'tasks') =>
  ofProject(async () => {
    const { StudiesPage } = await import('../features/studies/page.tsx');
    return () => <StudiesPage site={site} Statistics={Statistics} />;
  });

const administration = (section: AdministrationSection, load: () => Promise<ComponentType>) =>
  page('role', true, async () => {
    const [{ AdministrationFrame }, Content] = await Promise.all([import('../features/administration/administration-frame.tsx'), load()]);
    return () => (
      <AdministrationFrame section={section}>
        <Content />
      </AdministrationFrame>
    );
  });

/** Pages whose code is not part of the first script; the sign-in page is. */
export const PAGES: Readonly<Record<Exclude<ClientRoute, '/' | '/login'>, Page>> = {
  '/accept-terms': page('sign-in', false, async () => (await import('../features/terms/page.tsx')).TermsPage),
  '/user-page': page('terms', false, async () => (await import('../features/user-page/page.tsx')).UserPage),
  '/studies': studies('studies'),
  '/review': studies('review'),
  '/tasks': studies('tasks'),
  '/inbox': page('role', true, async () => (await import('../features/inbox/page.tsx')).InboxPage),
  '/courses': ofProject(async () => (await import('../features/courses/page.tsx')).CoursesPage),
  '/feedback': page('role', true, async () => {
    const [{ FeedbackPage }, { ConsensusPicture }] = await Promise.all([
      import('../features/courses/feedback-page.tsx'),
      import('../features/validation/consensus-picture.tsx'),
    ]);
    return () => <FeedbackPage overlay={ConsensusPicture} />;
  }),
  '/export': ofProject(async () => (await import('../features/export/page.tsx')).ExportPage),
  '/prisma-review': ofProject(async () => {
    const [{ PrismaReviewPage }, { SegmentationPage }] = await Promise.all([
      import('../features/prisma-review/page.tsx'),
      import('../features/segmentation/page.tsx'),
    ]);
    const Viewer = () => <SegmentationPage every />;
    return () => <PrismaReviewPage viewer={Viewer} />;
  }),
  '/prisma-data': ofProject(async () => (await import('../features/prisma-data/page.tsx')).PrismaDataPage),
  '/preview': page('role', true, async () => (await import('../features/preview/page.tsx')).PreviewPage),
  '/cycletiming': page('role', true, async () => (await import('../features/cycle-timing/page.tsx')).CycleTimingPage),
  '/segmentation': page('role', true, async () => (await import('../features/segmentation/page.tsx')).SegmentationPage),
  '/selection': page('role', true, async () => (await import('../features/selection/page.tsx')).SelectionPage),
  '/validation': page('role', true, async () => {
    const [{ ValidationPage }, { SelectionPage }, { CycleTimingPage }, { SegmentationPage }] = await Promise.all([
      import('../features/validation/page.tsx'),
      import('../features/selection/page.tsx'),
      import('../features/cycle-timing/page.tsx'),
      import('../features/segmentation/page.tsx'),
    ]);
    const editors = { label: SelectionPage, timing: CycleTimingPage, segment: SegmentationPage };
    return () => <ValidationPage editors={editors} />;
  }),
  '/overview': page('role', true, async () => (await import('../features/overview/page.tsx')).OverviewPage),
  '/measurements': page('role', true, async () => (await import('../features/report/page.tsx')).ReportPage),
  '/administration/imports': administration('imports', async () => (await import('../features/imports/imports-page.tsx')).ImportsPage),
  '/administration/projects': administration(
    'projects',
    async () => (await import('../features/administration/projects-page.tsx')).ProjectsPage,
  ),
  '/administration/people': administration('people', async () => (await import('../features/administration/people-page.tsx')).PeoplePage),
  '/administration/configuration': administration(
    'configuration',
    async () => (await import('../features/administration/configuration-page.tsx')).ConfigurationPage,
  ),
  '/administration/jobs': administration('jobs', async () => (await import('../features/administration/jobs-page.tsx')).JobsPage),
  '/administration/storage': administration(
    'storage',
    async () => (await import('../features/administration/storage-page.tsx')).StoragePage,
  ),
  '/administration/audit': administration('audit', async () => (await import('../features/administration/audit-page.tsx')).AuditPage),
  '/reference': page('role', true, async () => (await import('../features/reference/page.tsx')).ReferencePage),
};

// The code of the page that is asked for arrives while the session is checked.
(PAGES as Partial<Record<string, Page>>)[window.location.pathname]?.fetch();
