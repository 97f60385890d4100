import type { Context } from '../../context.ts'
import { allocateInTurns, readKeptInput, resultOf } from './hold-round.ts'
import { findDecisions, findKept } from './round-store.ts'

export type Replayed = { decisions: number; amount: number; differences: string[] }

const page = 10_000

/**
 * Recomputes a round from its stored input, and compares the result with the stored decisions.
 * @returns undefined for an unknown round
 */
export async function replayRound(
  { db }: Pick<Context, 'db'>,
  number: number,
): Promise<Replayed | undefined> {
  const kept = await findKept(db, number)
  if (!kept) return undefined
  const allocation = await allocateInTurns(await readKeptInput(kept))
  const differences: string[] = []
  if (!resultOf(allocation).equals(kept.resultSha256)) differences.push('hash hasilnya berbeda')
  let compared = 0
  for (;;) {
    const decisions = await findDecisions(db, kept.roundId, { after: compared, limit: page })
    if (decisions.length === 0) break
    for (const decision of decisions) {
      const given = allocation.given[decision.no - 1]
      const isSame =
        given !== undefined &&
        (
          ['lenderId', 'strategyId', 'version', 'loanId', 'wanted', 'amount', 'place', 'lineLength'] as const
        ).every((field) => given[field] === decision[field])
      if (!isSame) differences.push(`keputusan ${decision.no} berbeda`)
    }
    compared += decisions.length
  }
  if (compared !== allocation.given.length)
    differences.push(`${compared} keputusan tercatat, ${allocation.given.length} dihitung`)
  return {
    decisions: allocation.given.length,
    amount: allocation.given.reduce((sum, { amount }) => sum + amount, 0),
    differences,
  }
}
