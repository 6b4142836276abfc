/** Mitral rings of a known width in studies of the demo, stored by the calls of the page. */
import type { Page } from '@playwright/test';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { loginKey } from './logins.ts';
import { preparedLogins } from './workspace-copy.ts';

/** A login of the page as text, put in place by the demo. */
export const loginOf = (email: string, role: string): string => preparedLogins()[loginKey(email, role)] ?? '';

/** A call as the page makes it, with the token of the signed-in person, or of another login. */
export async function post<Answer>(page: Page, path: string, body: Record<string, unknown>, login?: string): Promise<Answer> {
  return page.evaluate(
    async ({ to, data, as }) => {
      const { role_token } = JSON.parse(as ?? localStorage.getItem('echometry.login') ?? '{}') as { role_token: string };
      const { services } = (await (await fetch('/config/endpoints.json')).json()) as { services: Record<string, string> };
      const answer = await fetch(`${services['custom'] ?? ''}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': role_token },
        body: JSON.stringify(data),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${to}: ${text}`);
      return JSON.parse(text) as Answer;
    },
    { to: path, data: body, as: login },
  );
}

export const ADULT = { db_name: 'demo_adult', medical_data_type: 'US' };

/** Draws a mitral ring of so many pixels across into the first clip of a study and stores it. @returns cm per pixel of the file */
export async function drawRing(page: Page, study_id: string, editor: string, across_px: number): Promise<number> {
  const { images: files } = await post<{ images: { instance_id: string; filename: string; number_of_frames: number }[] }>(
    page,
    'files/get',
    {
      id: study_id,
      ...ADULT,
    },
  );
  const clip = files.find(({ number_of_frames }) => number_of_frames > 1);
  if (!clip) throw new Error('The study has no clip');
  const read = () =>
    post<{ analysis: { version: number; images: AnalysisImage[] } | null }>(page, 'analysis/get', { id: study_id, ...ADULT });
  const { analysis } = await read();
  const point = (id: string, x: number, y: number) => ({
    id,
    x,
    y,
    type: 'user-defined',
    forced_to_zero: false,
    locked: false,
    on_onset: false,
    same_as_start: false,
    same_as_end: false,
    show_label_in_image: false,
    abbreviation: null,
  });
  const ring: Line = {
    name: 'Mitral ring',
    finished: true,
    shape: 'valve',
    pattern: 'normal',
    frame_number: 1,
    points: [point('r0', 350, 300), point('r1', 350 + across_px, 300), point('r2', 350 + across_px / 2, 280)],
  };
  const image: AnalysisImage = {
    ...blankImage({ instance_id: clip.instance_id, filename: clip.filename, active: true, metadata: null }, 'adult'),
    type: 'Valves 2D',
    view: '4C zoom',
    modality: '2D',
    reference: true,
    is_annotated: true,
    is_segmented: true,
    cardiac_events: [{ id: 'cycle-1', end_diastole: 1, end_systole: 2 }],
    segmentation: [{ end_diastole: { lines: [ring] }, end_systole: { lines: [] } }],
  };
  await post(page, 'analysis/update', {
    id: study_id,
    changes: { images: [image], removed: [] },
    base_version: analysis?.version ?? null,
    missing_images: [],
    validated: false,
    editor,
    project: 'demo-adult',
    study_state: 'Incomplete',
    save_id: crypto.randomUUID(),
    ...ADULT,
  });
  const stored = (await read()).analysis?.images.find(({ instance_id }) => instance_id === clip.instance_id);
  const delta = stored?.metadata?.doppler_regions[0]?.physical_delta_x;
  if (!delta) throw new Error('The clip has no scale');
  return Math.abs(delta);
}
