import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { projectWithWork } from '../lib/project-with-work.ts';
import { loadWork } from '../lib/work.ts';
import { Loading } from '../ui/loading.tsx';

/** A page of one project. An address that names none leads to the first project with work for the role. */
export function WithProject({ children }: { children: ReactNode }) {
  const [location, navigate] = useLocation();
  const search = useSearch();
  const named = new URLSearchParams(search).has('project');
  const [unknown, setUnknown] = useState(false);
  useEffect(() => {
    if (named) return;
    let here = true;
    void loadWork()
      .then(projectWithWork)
      .catch((error: unknown) => {
        console.warn('The work in the projects could not be counted.', error);
        return null;
      })
      .then((project) => {
        if (!here) return;
        if (project === null) return setUnknown(true);
        const query = new URLSearchParams(search);
        query.set('project', project);
        navigate(`${location}?${query}`, { replace: true });
      });
    return () => {
      here = false;
    };
  }, [named, location, search, navigate]);
  // Without a response the page starts with the first project.
  return named || unknown ? children : <Loading />;
}
