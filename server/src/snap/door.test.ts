import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeSnapApp } from '../main/snap.ts'
import { startApp } from '../testing/http.ts'
import { makeWorld } from '../testing/world.ts'
import { aBank, bankClient } from './testing/bank.ts'
import { aDepositor } from './testing/stage.ts'

const paths = ['/v1.0/access-token/b2b', '/v1.0/transfer-va/inquiry', '/v1.0/transfer-va/payment']

async function statusesAt(origin: string): Promise<number[]> {
  const answers = paths.map((path) => fetch(origin + path, { method: 'POST', body: '{}' }))
  return (await Promise.all(answers)).map(({ status }) => status)
}

test('API-01 on a port of its own banks call there and nowhere else, and nothing else answers there', async () => {
  const keys = aBank(1)
  const world = await makeWorld({ overrides: { banks: [keys.bank] }, settings: { SNAP_PORT: '65000' } })
  const app = await startApp(world)
  const door = await makeSnapApp(world.context)
  await door.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`
  try {
    expect(await statusesAt(app.origin)).toEqual([404, 404, 404])
    const { numbers } = await aDepositor(world, [1])
    const paid = await bankClient(origin, keys).pay({ id: 'p-1', number: numbers[1], amount: 50_000 })
    expect(paid.code).toBe('2002500')
    for (const path of ['/', '/lender', '/api/openapi.json', '/api/v1/tkb', '/v1.0/other']) {
      expect((await fetch(origin + path)).status, path).toBe(404)
    }
    expect(await world.books()).toEqual([])
  } finally {
    await door.close()
    await app.close()
    await world.close()
  }
})

test('API-01 below a path of their own banks call there and not at the root', async () => {
  const keys = aBank(1)
  const world = await makeWorld({
    overrides: { banks: [keys.bank] },
    settings: { SNAP_PREFIX: '/bank/masuk' },
  })
  const app = await startApp(world)
  try {
    expect(await statusesAt(app.origin)).toEqual([404, 404, 404])
    expect((await bankClient(`${app.origin}/bank/masuk`, keys).askToken()).code).toBe('2007300')
  } finally {
    await app.close()
    await world.close()
  }
})
