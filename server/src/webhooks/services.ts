import type { Services } from '../access/services.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import type { Deliveries } from './deliver.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface WebhookServices extends Services {
  readonly config: WebhookSettings;
  readonly secrets: SecretBox;
  readonly deliveries: Deliveries;
}
