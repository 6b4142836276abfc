/** Texts of the page of terms, and of its documents. */
import { TERMS_VERSION } from '@echometry/contract/rules/session.ts';

export const messages = {
  title: 'Before you begin',
  version: `Version ${TERMS_VERSION}`,
  acceptTerms: 'I have read and accept the terms of use.',
  acceptResearch: 'I understand that this product is for research only and is not a medical device.',
  exit: 'Exit',
  accept: 'Accept',
};

/** The documents a person accepts before the first use (docs/specification.md#platform-2), for a product that an institution hosts itself. */
export interface TermsDocument {
  /** Part of addresses within the page: without spaces. */
  key: string;
  name: string;
  sections: readonly { title: string; text: string }[];
}

export const DOCUMENTS: readonly TermsDocument[] = [
  {
    key: 'terms',
    name: 'Terms of use',
    sections: [
      {
        title: 'About Echometry',
        text: 'Echometry is research software for labelling, measuring and reviewing cardiac ultrasound studies. It is not a certified medical device. It must not be used for primary diagnosis, to decide on treatment, or in place of the judgement of a clinician.',
      },
      {
        title: 'Who may use it',
        text: 'You must be 18 years old or over, and the institution that runs this installation must have given you your account. The account is personal: do not share it, and inform the administrator if you think someone else has used it.',
      },
      {
        title: 'The data',
        text: 'Studies are pseudonymised. You agree not to try to find out who the patients are, not to copy data out of the platform except through its export and with the permission of your project, and to report at once any image on which a name or another identifier can be read.',
      },
      {
        title: 'Your work',
        text: 'Labels, marks, contours and comments that you save are stored with your name and the time and may be seen by your project according to its roles. Every saved version is kept.',
      },
      {
        title: 'Changes and end',
        text: 'Changes to these terms are announced 30 days before they take effect. Either side may end the use with 7 days of notice; the institution may close an account at once when these terms are broken.',
      },
      {
        title: 'No warranty',
        text: 'The software is provided as is, under the MIT licence. Results have to be checked before anything is concluded from them.',
      },
    ],
  },
  {
    key: 'privacy',
    name: 'Privacy policy',
    sections: [
      {
        title: 'Who is responsible',
        text: 'The institution that runs this installation decides on its use and is the controller of the data in it. No data leave the installation: it sends no telemetry and loads nothing from other servers.',
      },
      {
        title: 'Data stored about you',
        text: 'Your name, e-mail address, roles, projects and the times at which you accepted these documents; the sessions you opened; and every version of your work with your name and the time.',
      },
      {
        title: 'How long',
        text: 'A sign-in ends after 7 days at the latest. Work and its authorship are kept as long as the research project keeps its data, because a result must be traceable to how it was made.',
      },
      {
        title: 'Your rights',
        text: 'Ask the administrator of the installation to see, correct or remove what is stored about you, as the law of your country provides.',
      },
    ],
  },
  {
    key: 'cookies',
    name: 'Cookie policy',
    sections: [
      {
        title: 'One cookie, while you sign in',
        text: 'The login service sets one cookie that ties the steps of a sign-in together. It ends after 15 minutes at the latest. Echometry sets no other cookie and uses no tracking of any kind.',
      },
      {
        title: 'Data stored in your browser',
        text: 'Local storage keeps your login and your choices in lists. A browser database keeps a journal of changes that have not reached the server yet, so that nothing is lost when the connection or the browser fails. Logout removes all of it, after sending what is left.',
      },
    ],
  },
];
