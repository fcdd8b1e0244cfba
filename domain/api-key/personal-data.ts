import { clear, type PersonalDataOf, personal } from '../personal-fields.ts'
import type { ApiKeyEvent } from './api-key.ts'

/** What of an API key's events is personal: what the admin who made it called it, which stands in all that it does. */
export const apiKeyPersonalData: PersonalDataOf<ApiKeyEvent> = {
  ApiKeyCreated: {
    name: personal('erased'),
    digest: clear,
    start: clear,
    scopes: clear,
    ownerId: clear,
    expires: clear,
  },
  ApiKeyRevoked: clear,
}
