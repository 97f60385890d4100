import { inject, expect, test } from 'vitest'
import { Database } from './database.ts'
import { whenReachable } from './when-reachable.ts'

const ended = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
})

test('the process survives a database connection that the server closes while it is being opened', async () => {
  const db = new Database({ url: inject('postgresUrl'), size: 1 })
  try {
    // The pool hands a connection over in the turn in which it opens, before its caller can listen.
    const uncaught = await new Promise<unknown>((resolve) => {
      db.pool.connect((_, client, release) => {
        try {
          client?.emit('error', ended)
          resolve(null)
        } catch (error) {
          resolve(error)
        } finally {
          release()
        }
      })
    })
    expect(uncaught).toBeNull()
  } finally {
    await db.close()
  }
})

test.each(['53300', '53100', '57P03', 'ECONNREFUSED'])(
  'a process that starts waits for a database that answers %s',
  async (code) => {
    const said: string[] = []
    let attempts = 0
    const open = async (): Promise<string> => {
      attempts += 1
      if (attempts < 3) throw Object.assign(new Error('not now'), { code })
      return 'open'
    }
    const how = { pauseMs: 1, say: (sentence: string) => void said.push(sentence) }
    expect(await whenReachable('DATABASE_URL', open, how)).toBe('open')
    expect(said).toEqual([`waiting for the database at DATABASE_URL: ${code}`])
  },
)

test('a process that starts does not wait for a pooler that loses prepared statements', async () => {
  const open = () => Promise.reject(Object.assign(new Error('no such statement'), { code: '26000' }))
  await expect(whenReachable('DATABASE_URL', open)).rejects.toThrow('no such statement')
})
