import { expect, inject, test } from 'vitest'
import { readTarget } from './connection-url.ts'
import { Database, one } from './database.ts'

const url = 'postgres://app@/pematang?host=/tmp/a%20b'

test('DOOR-06 options of DATABASE_URL are merged with the app’s, and the app’s win', async () => {
  const address = new URL(inject('postgresUrl'))
  address.searchParams.set('options', '-c work_mem=7MB -csearch_path=books,\\ public --enable-seqscan=off')
  const db = new Database({ url: address.href, size: 1 })
  const seen = await one<Record<string, string>>(
    db,
    'test.settings',
    `select current_setting('work_mem') work_mem, current_setting('search_path') path, current_setting('enable_seqscan') seqscan,
            current_setting('jit') jit, current_setting('lock_timeout') lock, current_setting('TimeZone') zone`,
  )
  await db.close()
  expect(seen).toEqual({
    work_mem: '7MB',
    path: 'books, public',
    seqscan: 'off',
    jit: 'off',
    lock: '5s',
    zone: 'UTC',
  })
})

test.each([
  'statement_timeout=5000',
  'lock_timeout=1',
  'query_timeout=1',
  'idle_in_transaction_session_timeout=1',
  'max=1000',
  'client_encoding=LATIN1',
  'replication=database',
  'types=x',
])('DOOR-06 the DATABASE_URL parameter %s is rejected with a plain message', (parameter) => {
  const name = parameter.split('=')[0]
  expect(() => readTarget(`${url}&${parameter}`)).toThrow(
    `DATABASE_URL has the parameter ${name}, which the app`,
  )
})

test.each([
  ['-c statement_timeout=5s', 'statement_timeout'],
  ['-cROLE=app', 'role'],
  ['--session-replication-role=replica', 'session_replication_role'],
  ['-c work_mem=1MB -c synchronous_commit=off', 'synchronous_commit'],
  ['-c TimeZone=Asia/Jakarta', 'timezone'],
  ['-c default_transaction_isolation=serializable', 'default_transaction_isolation'],
  ['-c app.time_shift=1\\ day', 'app.time_shift'],
])('DOOR-06 DATABASE_URL with the options %s is rejected with a plain message', (options, name) => {
  expect(() => readTarget(`${url}&options=${encodeURIComponent(options)}`)).toThrow(
    `DATABASE_URL sets ${name} in its options`,
  )
})

test.each(['-e', '-c', '-c x', 'endpoint=one', '-d 5'])(
  'DOOR-06 DATABASE_URL options written in the unsupported form %s are rejected',
  (options) => {
    expect(() => readTarget(`${url}&options=${encodeURIComponent(options)}`)).toThrow(
      'not of the form -c name=value',
    )
  },
)

test('a DATABASE_URL without options stays unchanged', () => {
  for (const plain of [
    url,
    'postgres://u:p%3F@db.example:6432/x',
    `${url}&sslmode=verify-full&sslrootcert=/etc/ca.pem`,
  ]) {
    const { servers, options, mustWrite } = readTarget(plain)
    expect([decodeURIComponent(servers.join().replaceAll('+', ' ')), options, mustWrite]).toEqual([
      decodeURIComponent(plain),
      '',
      false,
    ])
  }
  expect(() => readTarget('postgres://user:Rahasia@db.example/x?statement_timeout=1')).toThrow(
    /^(?!.*Rahasia)/,
  )
})

test.each<[string, string[]]>([
  ['postgres://u:p@a:5432,b:6432/x', ['postgres://u:p@a:5432/x', 'postgres://u:p@b:6432/x']],
  [
    'postgres://u@[::1]:1,b/x?sslmode=require',
    ['postgres://u@[::1]:1/x?sslmode=require', 'postgres://u@b/x?sslmode=require'],
  ],
  ['postgres:///x?host=a,b&port=7', ['postgres:///x?host=a&port=7', 'postgres:///x?host=b&port=7']],
  ['postgres:///x?host=a,b&port=7,8', ['postgres:///x?host=a&port=7', 'postgres:///x?host=b&port=8']],
])('DATABASE_URL %s is read as a list of servers', (list, servers) => {
  expect(readTarget(list)).toEqual({ servers, options: '', mustWrite: true })
})

test.each(['read-write', 'primary'])(
  'target_session_attrs=%s in DATABASE_URL applies to a single server too',
  (wanted) => {
    const target = readTarget(`${url}&target_session_attrs=${wanted}`)
    expect(target).toMatchObject({
      servers: [readTarget(url).servers[0]?.replace('%20', '+')],
      mustWrite: true,
    })
  },
)

test.each([
  ['target_session_attrs=standby', 'has target_session_attrs=standby, but the app writes'],
  ['host=a,b,c&port=1,2', 'names 3 hosts and 2 ports'],
])('a DATABASE_URL list of servers is rejected with %s', (parameters, sentence) => {
  expect(() => readTarget(`postgres://u:Rahasia@/x?${parameters}`)).toThrow(`DATABASE_URL ${sentence}`)
  expect(() => readTarget(`postgres://u:Rahasia@/x?${parameters}`)).toThrow(/^(?!.*Rahasia)/)
})
