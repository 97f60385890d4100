export type Target = {
  /** One connection string for each host of the URL; usually one. */
  servers: string[]
  options: string
  /** Whether a new connection is used only if its server accepts writes. */
  mustWrite: boolean
}

/**
 * The query parameters that are allowed in addition to `options`: those for the server's address and for encryption.
 */
const known = new Set(
  `host hostaddr port user password dbname application_name fallback_application_name connect_timeout ssl sslmode sslcert
   sslkey sslrootcert sslcrl sslnegotiation sslpassword uselibpqcompat channel_binding enableChannelBinding gssencmode
   target_session_attrs keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout`.split(
    /\s+/,
  ),
)

/**
 * Session settings that the application sets itself, or that change the meaning of its SQL; a URL must not contain
 * them.
 */
const ours =
  /^(role|session_authorization|session_replication_role|timezone|synchronous_commit|row_security|client_encoding|standard_conforming_strings|bytea_output|datestyle|intervalstyle|extra_float_digits|jit|(idle_in_transaction_session|idle_session|statement|transaction|lock|deadlock)_timeout|(default_)?transaction_\w+|app\..*)$/

/**
 * Reads the address of a server from a setting. Its `options` are combined with those of the application, which take
 * precedence; the driver alone would let the URL's replace them.
 * @throws an error of one sentence, which contains nothing of the address except the name of a parameter.
 */
export function readTarget(url: string, setting = 'DATABASE_URL'): Target {
  const at = url.indexOf('?')
  if (at < 0) {
    const servers = serversOf(url, new URLSearchParams(), setting)
    return { servers, options: '', mustWrite: servers.length > 1 }
  }
  const parameters = new URLSearchParams(url.slice(at + 1))
  for (const name of parameters.keys()) {
    if (known.has(name) || name === 'options') continue
    throw new Error(
      `${setting} has the parameter ${name}, which the app sets itself or does not know: take it out (session settings such as work_mem go into options=-c%20work_mem%3D64MB).`,
    )
  }
  const options = parameters.getAll('options').flatMap(words)
  for (const name of namesOf(options, setting)) {
    if (!ours.test(name)) continue
    throw new Error(
      `${setting} sets ${name} in its options, which the app sets itself or relies on: take it out.`,
    )
  }
  parameters.delete('options')
  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!['any', 'read-write', 'primary'].includes(wanted)) {
    throw new Error(
      `${setting} has target_session_attrs=${wanted}, but the app writes: use read-write, or take it out.`,
    )
  }
  parameters.delete('target_session_attrs')
  const servers = serversOf(url.slice(0, at), parameters, setting)
  return {
    servers,
    options: options.map(escaped).join(' '),
    mustWrite: servers.length > 1 || wanted !== 'any',
  }
}

/**
 * One address for each server of a list, which is either in the address (`host1:5432,host2:5432`) or in the parameters
 * `host` and `port`, as in libpq: a single port applies to all. The driver supports only one server.
 */
function serversOf(address: string, parameters: URLSearchParams, setting: string): string[] {
  const withRest = (base: string, rest: URLSearchParams) =>
    rest.size === 0 ? base : `${base}?${rest.toString()}`
  const hosts = parameters.get('host')?.split(',') ?? []
  if (hosts.length > 1) {
    const ports = parameters.get('port')?.split(',') ?? []
    if (ports.length > 1 && ports.length !== hosts.length)
      throw new Error(`${setting} names ${hosts.length} hosts and ${ports.length} ports.`)
    return hosts.map((host, place) => {
      const one = new URLSearchParams(parameters)
      one.set('host', host)
      const port = ports[place] ?? ports[0]
      if (port) one.set('port', port)
      return withRest(address, one)
    })
  }
  const [, before = '', list = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/]*)([^]*)$/.exec(address) ?? []
  if (!list.includes(',')) return [withRest(address, parameters)]
  return list.split(',').map((one) => withRest(`${before}${one}${after}`, parameters))
}

/** Splits an options text into words; a backslash escapes the blank after it. */
const words = (text: string): string[] =>
  (text.match(/(?:\\.|[^\s\\])+/g) ?? []).map((word) => word.replace(/\\(.)/g, '$1'))

const escaped = (word: string): string => word.replace(/[\\\s]/g, '\\$&')

function namesOf(options: readonly string[], setting: string): string[] {
  const settings: string[] = []
  for (let place = 0; place < options.length; place += 1) {
    const word = options[place] ?? ''
    const text = word === '-c' ? (options[(place += 1)] ?? '') : (/^(?:-c|--)(.+)$/.exec(word)?.[1] ?? '')
    const name = /^([\w.-]+)=/.exec(text)?.[1]
    if (name === undefined) {
      throw new Error(`${setting} has options that are not of the form -c name=value: take them out.`)
    }
    settings.push(name.toLowerCase().replaceAll('-', '_'))
  }
  return settings
}
