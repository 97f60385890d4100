import pg from 'pg'

/** More than the sessions that the server allows. */
const wanted = 130

/**
 * Takes every connection that the server has, as its superuser, who is let in last. Sessions of others are ended, until
 * none is left for them.
 * @returns gives all back
 */
export async function takeConnections(url: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = []
  const connect = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, application_name: 'greedy' })
    client.on('error', () => {})
    try {
      await client.connect()
      taken.push(client)
      return true
    } catch {
      return false
    }
  }
  await connect()
  const [first] = taken
  if (first === undefined) throw new Error('the database takes no connection before the fault')
  for (let round = 0; round < 20; round += 1) {
    while (taken.length < wanted && (await connect()));
    const { rowCount } = await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and application_name <> 'greedy'`,
    )
    if (rowCount === 0) break
  }
  return async () => {
    await Promise.all(taken.map((client) => client.end().catch(() => {})))
  }
}
