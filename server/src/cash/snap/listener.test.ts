import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSnapApp } from '../../main/testing.ts'
import { startApp } from '../../../testing/http.ts'
import { makeFixture } from '../../../testing/fixture.ts'
import { aBank, bankClient } from './testing/bank.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'

const paths = ['/v1.0/access-token/b2b', '/v1.0/transfer-va/inquiry', '/v1.0/transfer-va/payment']

async function statusesAt(origin: string): Promise<number[]> {
  const answers = paths.map((path) => fetch(origin + path, { method: 'POST', body: '{}' }))
  return (await Promise.all(answers)).map(({ status }) => status)
}

test('API-01 with a separate SNAP port, the routes for banks are answered there only, and not on the main port', async () => {
  const keys = aBank(1)
  const fixture = await makeFixture({ overrides: { banks: [keys.bank] }, settings: { SNAP_PORT: '65000' } })
  const app = await startApp(fixture)
  const door = await createSnapApp(fixture.context)
  await door.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`
  try {
    expect(await statusesAt(app.origin)).toEqual([404, 404, 404])
    const { numbers } = await aDepositor(fixture, [1])
    const paid = await bankClient(origin, keys).pay({ id: 'p-1', number: numbers[1], amount: 50_000 })
    expect(paid.code).toBe('2002500')
    for (const path of ['/', '/lender', '/api/openapi.json', '/api/v1/tkb', '/v1.0/other']) {
      expect((await fetch(origin + path)).status, path).toBe(404)
    }
    expect(await fixture.books()).toEqual([])
  } finally {
    await door.close()
    await app.close()
    await fixture.close()
  }
})

test('API-01 with a SNAP prefix, the routes for banks are answered below it, and not at the root', async () => {
  const keys = aBank(1)
  const fixture = await makeFixture({
    overrides: { banks: [keys.bank] },
    settings: { SNAP_PREFIX: '/bank/masuk' },
  })
  const app = await startApp(fixture)
  try {
    expect(await statusesAt(app.origin)).toEqual([404, 404, 404])
    expect((await bankClient(`${app.origin}/bank/masuk`, keys).askToken()).code).toBe('2007300')
  } finally {
    await app.close()
    await fixture.close()
  }
})
