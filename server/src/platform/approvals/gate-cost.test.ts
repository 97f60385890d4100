import { expect, test } from 'vitest'
import { fundLoan } from '../../funding/testing.ts'
import { recordRepaymentsInOne } from '../../loans/index.ts'
import type { Actor } from '../audit/audit.ts'
import type { Statement } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { systemRandom } from '../random.ts'
import { passGate } from './gate.ts'

test('CON-01 without a rule the gate asks the database nothing for fundings, and once for a whole batch of repayments', async () => {
  const asked: string[] = []
  const tx = {
    query: async ({ name = '' }: Statement) => {
      asked.push(name)
      return { rows: [], rowCount: 0 }
    },
  } as unknown as Transaction
  const batchOf = (actor: Actor) => Array.from({ length: 500 }, () => actor)
  await passGate(tx, systemRandom, fundLoan, batchOf({ kind: 'lender', lenderId: 1 }))
  expect(asked).toEqual([])
  await passGate(tx, systemRandom, recordRepaymentsInOne, batchOf({ kind: 'operator', name: 'test' }))
  expect(asked).toHaveLength(1)
})
