import { secondPairRule } from '../../model/second-pair.ts'
import { type Draw, lenderOf } from './draw.ts'
import type { Island } from './island.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

const personOf = (island: Island, choices: Choices): string =>
  choices.one([...island.books.secondPair.people.keys()]) ?? ''

/** A top-up below, at or above the sum from which two decide. */
export const propose: Draw = (island, choices, name) => {
  const large = secondPairRule.largeFrom
  const amount = choices.one([10_000, large / 3, large / 2, large - 1, large, large + 1]) ?? large
  return {
    ...{ verb: 'propose', maker: personOf(island, choices), lender: lenderOf(island, choices) },
    ...{ amount, id: name },
  }
}

/** Mostly one that still waits. */
function proposalOf(island: Island, choices: Choices): string | undefined {
  const all = [...island.books.secondPair.proposals].slice(-8)
  const waiting = all.filter(([, { state }]) => state === 'WAITING')
  return choices.one(waiting.length > 0 && choices.inHundred(75) ? waiting : all)?.[0]
}

export const decide: Draw = (island, choices, name) => {
  const id = proposalOf(island, choices)
  if (id === undefined) return null
  return { verb: 'decide', id, by: personOf(island, choices), key: name, isSame: !choices.inHundred(8) }
}

export const runAlone: Draw = (island, choices, name) => {
  const id = proposalOf(island, choices)
  return id === undefined ? null : { verb: 'run-alone', id, key: name }
}

export const withdrawProposal: Draw = (island, choices) => {
  const id = proposalOf(island, choices)
  return id === undefined ? null : { verb: 'withdraw-proposal', id, by: personOf(island, choices) }
}

/** A right that a person loses, mostly one who agreed or proposed; who lost one gets it back soon. */
export const staff: Draw = (island, choices) => {
  const { people, proposals } = island.books.secondPair
  const without = [...people].find(([, rights]) => rights.size < 2)?.[0]
  if (without !== undefined && choices.inHundred(60)) return { verb: 'staff', name: without, taken: null }
  const waiting = [...proposals.values()].filter(({ state }) => state === 'WAITING')
  const concerned = waiting.flatMap(({ maker, agreed }) => [maker, ...agreed, ...agreed])
  const name = choices.one(concerned) ?? personOf(island, choices)
  return { verb: 'staff', name, taken: choices.one(['WORK', 'DECIDE', 'DECIDE'] as const) ?? 'DECIDE' }
}
