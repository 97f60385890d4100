import { takeBackLoan, takeOverLoan } from '../src/loans/testing.ts'
import type { Context } from '../src/context.ts'
import { perform } from '../src/platform/commands/perform.ts'

const actor = { kind: 'operator', name: 'test' } as const

/** A lender's part of a loan that was paid out on 5 June 2025: of 1,200,000 for a year, 800,000 are left on 5 January. */
export type OpenedPart = { phone: string; amount: number; left: number; due: number }

/** Takes a loan over as it stood on 5 January 2026, by default two months late. */
export const takeOverOpened = (
  context: Context,
  loanNumber: string,
  parts: readonly OpenedPart[],
  daysLate = 61,
) =>
  perform(context, takeOverLoan, {
    actor,
    input: {
      loanNumber,
      opening: { asOf: '2026-01-05', disbursedOn: '2025-06-05', daysLate },
      parts: parts.map(({ phone, amount, left, due }, place) => ({
        lenderPhone: phone,
        amount,
        signedOn: '2025-06-01',
        agreement: { reference: `ARSIP-${loanNumber}-${place}`, sha256: 'cd'.repeat(32) },
        opening: { principalLeft: left, interestDue: due },
      })),
    },
  })

/** Takes a loan over that was not paid out: its lenders' cash goes to its escrow. */
export const takeOverFunded = (
  context: Context,
  loanNumber: string,
  parts: readonly { phone: string; amount: number }[],
) =>
  perform(context, takeOverLoan, {
    actor,
    input: {
      loanNumber,
      parts: parts.map(({ phone, amount }, place) => ({
        lenderPhone: phone,
        amount,
        signedOn: '2025-06-01',
        agreement: { reference: `ARSIP-${loanNumber}-${place}`, sha256: 'cd'.repeat(32) },
      })),
    },
  })

export const takeBack = (context: Context, loanNumber: string, reason = 'misread') =>
  perform(context, takeBackLoan, { actor, input: { loanNumber, reason } })
