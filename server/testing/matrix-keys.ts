import { randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Calls = 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey'

// Keys of another lender, after a proof of now: lenders/key-changes/change-keys.test.ts.
const keyId = ({ notice }: Stage): Entry => ({
  ids: {
    'body.id': {
      input: (id) => ({ body: { id } }),
      foreign: { 'one that never was': randomUUID(), 'a notice': notice.mine },
    },
  },
  plain: [],
})

export const keysMatrix: Record<Calls, (stage: Stage) => Entry> = {
  listKeys: () => ({ ids: {}, plain: [] }),
  createKey: () => ({ ids: {}, plain: ['body.label', 'body.right', 'body.networks', 'body.lastDay'] }),
  rotateKey: keyId,
  revokeKey: keyId,
}
