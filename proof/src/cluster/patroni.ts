import { setTimeout as sleep } from 'node:timers/promises'
import { askNode } from './ask-node.ts'
import type { ClusterState } from './state.ts'

export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** All members as reported by the first database node that answers; empty if none does. */
export async function membersOf(state: ClusterState): Promise<Member[]> {
  for (const { address } of state.layout.databases) {
    const url = `https://${address}:8008/cluster`
    const answer = await askNode(state, url, { timeoutMs: 1_500 }).catch(() => null)
    if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Member[] }).members
  }
  return []
}

export const leaderOf = (members: readonly Member[]): Member | undefined =>
  members.find(({ role }) => role === 'leader' || role === 'master')

export const standbyOf = (members: readonly Member[]): Member | undefined =>
  members.find(({ role }) => role === 'sync_standby')

/** Whether all nodes run on the same timeline, with a synchronous standby if the cluster requires one. */
export function isWhole(members: readonly Member[], { layout, safety }: ClusterState): boolean {
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
  return (
    running.length === layout.databases.length &&
    new Set(running.map(({ timeline }) => timeline)).size === 1 &&
    leaderOf(running) !== undefined &&
    (!safety.synchronous || standbyOf(running) !== undefined)
  )
}

/**
 * Waits until all database nodes are running (`isWhole`).
 * @returns the members, or null when the time is over
 */
export async function untilWhole(state: ClusterState, seconds: number): Promise<Member[] | null> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const members = await membersOf(state)
    if (isWhole(members, state)) return members
    await sleep(300)
  }
  return null
}

/** Sends a changing request to the API of Patroni on the node with this name. */
async function ask(state: ClusterState, name: string, call: string, body: object): Promise<void> {
  const address = state.layout.databases.find((node) => node.name === name)?.address
  const answer = await askNode(state, `https://${address}:8008/${call}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Authorization: `Basic ${btoa(`patroni:${state.secrets.apiPassword}`)}` },
    timeoutMs: 30_000,
  })
  if (answer.status >= 300) throw new Error(`${call} was answered ${answer.status}: ${answer.text}`)
}

/**
 * Hands the primary over to its synchronous standby, as before maintenance.
 * @returns the names of the former and the new primary
 * @throws where no node can take over
 */
export async function switchOver(state: ClusterState): Promise<{ from: string; to: string }> {
  const members = await membersOf(state)
  const leader = leaderOf(members)
  const standby =
    standbyOf(members) ?? members.find((one) => one.name !== leader?.name && one.state !== 'stopped')
  if (!leader || !standby) throw new Error('There is no primary, or no standby to take over.')
  await ask(state, leader.name, 'switchover', { leader: leader.name, candidate: standby.name })
  return { from: leader.name, to: standby.name }
}

/** Copies a node again from the primary, because it does not recover by itself. */
export const copyAnew = (state: ClusterState, name: string): Promise<void> =>
  ask(state, name, 'reinitialize', { force: true })
