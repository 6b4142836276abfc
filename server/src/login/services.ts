import type { Services } from '../access/services.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import type { LoginSettings } from './login-settings.ts';

export interface LoginServices extends Services {
  readonly config: LoginSettings;
  /** Seals what the login service keeps. */
  readonly secrets: SecretBox;
  /** The workspace was marked demo at its creation. */
  readonly demo: boolean;
}
