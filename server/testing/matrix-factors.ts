import { randomBytes } from 'node:crypto'
import { makeAuthenticator } from './authenticator.ts'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls =
  | 'offerSecondStep'
  | 'loginWithFactor'
  | 'offerFactorCheck'
  | 'validateFactor'
  | 'listFactors'
  | 'offerLenderPasskey'
  | 'addLenderPasskey'
  | 'endLenderPasskey'
  | 'offerTotp'
  | 'addTotp'
  | 'endTotp'
  | 'renewRecoveryCodes'
  | 'cancelFactorRecovery'

const assertion = [
  'body.assertion.id',
  'body.assertion.rawId',
  'body.assertion.type',
  'body.assertion.response.authenticatorData',
  'body.assertion.response.clientDataJSON',
  'body.assertion.response.signature',
  'body.assertion.response.userHandle',
]
// What is signed, and passkeys, codes, challenges and steps of another lender: lenders/auth/second-factor.test.ts.
const shown = [...assertion, 'body.code', 'body.recoveryCode']
const nothing: Entry = { ids: {}, plain: [] }

export const factorsMatrix: Record<Calls, (stage: Stage) => Entry> = {
  offerSecondStep: () => nothing,
  loginWithFactor: () => ({ ids: {}, plain: shown }),
  offerFactorCheck: () => nothing,
  validateFactor: () => ({ ids: {}, plain: shown }),
  listFactors: () => nothing,
  offerLenderPasskey: () => nothing,
  addLenderPasskey: () => ({
    ids: {},
    plain: [
      'body.label',
      'body.attestation.id',
      'body.attestation.rawId',
      'body.attestation.type',
      'body.attestation.response.attestationObject',
      'body.attestation.response.clientDataJSON',
      'body.attestation.response.transports',
    ],
  }),
  // Another lender's passkey, in a session that gave its proof: lenders/factor-changes/passkeys.test.ts.
  endLenderPasskey: () => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id } }),
        foreign: {
          'one that never was': randomBytes(32).toString('base64url'),
          'an authenticator that nobody registered': makeAuthenticator('http://localhost').id,
        },
      },
    },
    plain: [],
  }),
  offerTotp: () => nothing,
  addTotp: () => ({ ids: {}, plain: ['body.code'] }),
  endTotp: () => nothing,
  renewRecoveryCodes: () => nothing,
  cancelFactorRecovery: () => nothing,
}
