import { expect, test } from 'vitest'
import { consoleEndpoints } from './console-endpoints.ts'
import type { ConsoleEndpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { commonRefusals, refusals } from './refusals.ts'
import { staffRefusals } from './staff/refusals.ts'

const all = Object.entries<ConsoleEndpoint>(consoleEndpoints)

test('CON-07 every call of the console has a unique name, also among those of lenders, and a unique method and path', () => {
  for (const [name, { operationId }] of all) expect(operationId).toBe(name)
  for (const [name] of all) expect(Object.keys(endpoints)).not.toContain(name)
  const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(all.length)
})

test('CON-07 a guest may only log in or accept an invitation; a GET of the console has no body', () => {
  const guests = all.flatMap(([name, { auth }]) => (auth === 'guest' ? [name] : []))
  expect(guests).toEqual(['offerLogin', 'openConsoleSession', 'openInvitation', 'acceptInvitation'])
  for (const [, endpoint] of all) {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
    expect(endpoint.errors.filter((code) => (commonRefusals as readonly string[]).includes(code))).toEqual([])
  }
})

test('CON-07 ERR-02 every refusal of staff has a sentence, and none has the code of one of lenders', () => {
  for (const [code, { status, sentence }] of Object.entries(staffRefusals)) {
    expect(sentence()).toMatch(/^[A-Z].{10,}\.$/)
    expect(status).toBeLessThan(500)
    expect(Object.keys(refusals)).not.toContain(code)
  }
})
