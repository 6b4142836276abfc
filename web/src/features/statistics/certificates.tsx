import { Button, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { BodyOf, Call } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import { type Certificate, type CertifiedValue, MAX_CERTIFICATE_DAYS } from '@echometry/contract/records/certificate.ts';
import { casesByType, certifiedValues } from '@echometry/contract/rules/certificates.ts';
import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { messages } from './messages.ts';
import { readerName } from './readers.ts';
import { Table } from '../../ui/table.tsx';
import classes from './statistics.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days for which a certificate is offered first. */
const FIRST_DAYS = 365;
const inDays = (days: number): string => dayOf(Date.now() + days * DAY_MS);

interface Props {
  db: string;
  /** The comparison that certificates are issued from. */
  comparison: string;
  report: AgreementReport;
}

/** Certificates of the reader that is compared with gold cases: one for each image type, with the figures of this comparison. */
export function Certificates({ db, comparison, report }: Props) {
  const [certificates, setCertificates] = useState<readonly Certificate[]>([]);
  const [expiresOn, setExpiresOn] = useState(() => inDays(FIRST_DAYS));
  const [working, setWorking] = useState(false);
  const [, reader] = report.readers;
  const load = useCallback(async () => {
    const answer = await call(CALLS.certificatesList, { db_name: db });
    setCertificates(answer.certificates);
  }, [db]);
  useEffect(() => {
    load().catch((error: unknown) => alertUser(messageOf(error), 'hard'));
  }, [load]);
  if (reader === undefined) return null;
  const make = async <C extends Call>(definition: C, body: BodyOf<C>): Promise<void> => {
    setWorking(true);
    try {
      await call(definition, body);
      await load();
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
    setWorking(false);
  };
  const words = messages.certificates;
  return (
    <section className={classes.certificates} aria-label={words.title}>
      <h3>
        {words.title} <small>{readerName(reader)}</small>
      </h3>
      <p className={classes.quiet}>{words.hint}</p>
      <TextInput
        type="date"
        w={200}
        label={words.until}
        min={inDays(0)}
        max={inDays(MAX_CERTIFICATE_DAYS)}
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.currentTarget.value)}
      />
      <Table label={words.title} columns={words.columns} right={[1]}>
        {casesByType(report).map(({ image_type, n }) => (
          <Row
            key={image_type}
            imageType={image_type}
            cases={n}
            values={certifiedValues(report, image_type)}
            own={certificates.find((one) => one.reader === reader.editor && one.blind === reader.blind && one.image_type === image_type)}
            disabled={working || expiresOn === ''}
            onIssue={() => void make(CALLS.certificatesIssue, { comparison, image_type, expires_on: expiresOn })}
            onEnd={(id) => void make(CALLS.certificatesEnd, { db_name: db, id })}
          />
        ))}
      </Table>
    </section>
  );
}

interface RowProps {
  imageType: string;
  /** Gold cases of the measurement that has the most. */
  cases: number;
  /** The figures of a certificate that is issued now. */
  values: readonly CertifiedValue[];
  own: Certificate | undefined;
  disabled: boolean;
  onIssue: () => void;
  onEnd: (id: string) => void;
}

function Row({ imageType, cases, values, own, disabled, onIssue, onEnd }: RowProps) {
  const words = messages.certificates;
  const figures = (all: readonly CertifiedValue[]): string => all.map(words.value).join('\n');
  return (
    <tr data-testid="certificate-row">
      <td>{imageType}</td>
      <td>{cases}</td>
      <td title={own && figures(own.values)}>{words.state(own, dayOf(Date.now()))}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          disabled={disabled || values.length === 0}
          title={values.length === 0 ? words.tooFew : figures(values)}
          onClick={onIssue}
        >
          {words.issue(own !== undefined)}
        </Button>{' '}
        {own && (
          <Button size="compact-xs" variant="subtle" color="gray" disabled={disabled} onClick={() => onEnd(own.id)}>
            {words.end}
          </Button>
        )}
      </td>
    </tr>
  );
}
