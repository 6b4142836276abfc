import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { DASH, number } from '../../lib/format.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './facts.module.css';
import { colourDecisionText, messages, valueNoteText } from './messages.ts';

/** The metadata of the file: the record in short, its regions, and every element within the limits of display. */
export function MetadataPanel({ metadata }: { metadata: ImageMetadata }) {
  const [query, setQuery] = useState('');
  const wanted = query.toLowerCase();
  const elements = useMemo(
    () => metadata.full_metadata.filter(({ tag, keyword, value }) => `${tag} ${keyword ?? ''} ${value}`.toLowerCase().includes(wanted)),
    [metadata, wanted],
  );
  const facts: [string, string][] = [
    [messages.metadata.size, `${metadata.width} × ${metadata.height} px`],
    [metadata.frame_axis === 'planes' ? messages.metadata.planes : messages.metadata.frames, String(metadata.number_of_frames)],
    [
      messages.metadata.rate,
      metadata.frame_rate === null ? DASH : `${number(metadata.frame_rate)} fps, ${messages.timing[metadata.frame_time_source]}`,
    ],
    [messages.metadata.manufacturer, metadata.manufacturer ?? DASH],
    [messages.metadata.modality, metadata.modality ?? DASH],
    [messages.metadata.colour, `${metadata.photometric_interpretation}, ${metadata.bits_stored} bit`],
    ...(metadata.colour_decision
      ? [[messages.metadata.samples, colourDecisionText(metadata.colour_decision)] satisfies [string, string]]
      : []),
    [
      messages.metadata.pixelAspect,
      metadata.pixel_aspect_ratio
        ? messages.metadata.aspect(number(metadata.pixel_aspect_ratio[0] / metadata.pixel_aspect_ratio[1], 4))
        : DASH,
    ],
  ];
  return (
    <div className={kit.rest}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {metadata.warnings.length + metadata.value_notes.length > 0 && (
        <ul className={classes.warnings}>
          {metadata.warnings.map((code) => (
            <li key={code}>{messages.warnings[code] ?? code}</li>
          ))}
          {metadata.value_notes.map((note) => (
            <li key={`${note.tag} ${note.fault}`}>{valueNoteText(note)}</li>
          ))}
        </ul>
      )}
      <TextInput
        className={classes.search ?? ''}
        size="xs"
        placeholder={messages.metadata.filter}
        aria-label={messages.metadata.filter}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
        }}
      />
      <div className={classes.elements} tabIndex={0} role="group" aria-label={messages.metadata.elements}>
        {elements.map((element, index) => (
          <div key={`${element.tag}-${index}`} className={classes.element} style={{ paddingLeft: 14 + element.depth * 12 }}>
            <span className={layout.quietCut}>{element.keyword ?? element.tag}</span>
            <span className={classes.tag}>
              {element.tag} {element.vr}
            </span>
            <span className={classes.value}>{element.value || DASH}</span>
          </div>
        ))}
        {elements.length === 0 && <p className={classes.none}>{messages.metadata.noMatch}</p>}
      </div>
    </div>
  );
}
