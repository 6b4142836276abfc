import { Tabs } from '@mantine/core';
import { DOCUMENTS, messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import classes from './page.module.css';

/** Terms of use, privacy policy and cookie policy, side by side. */
export function TermsDocuments() {
  return (
    <Tabs defaultValue={DOCUMENTS[0]?.key ?? ''} className={kit.rest ?? ''}>
      <Tabs.List>
        {DOCUMENTS.map(({ key, name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {DOCUMENTS.map(({ key, sections }) => (
        <Tabs.Panel key={key} value={key} className={classes.document ?? ''} tabIndex={0}>
          {sections.map(({ title, text }) => (
            <section key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </section>
          ))}
          <p className={classes.version}>{messages.version}</p>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
