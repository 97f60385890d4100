import type { CertificateFiles } from './certificates.ts'
import type { Layout, Node } from './layout.ts'
import type { Secrets } from './secrets.ts'
import { fillTemplate } from './template.ts'

/** Safeguards that a test run may switch off, to show that its checks detect it. */
export type Safety = {
  /** The API of etcd that Patroni uses: `etcd` is v2, `etcd3` is v3. */
  dcs: 'etcd' | 'etcd3'
  /** Whether a commit waits for a standby. */
  synchronous: boolean
}

/** The folders and files of a database node; on a real machine those of Debian. */
export type DatabaseFolders = {
  etcd: string
  postgres: string
  sockets: string
  passwordFile: string
  backupConfig: string
  /** The script that hands over what a former primary did not archive. */
  archiveAgain: string
  certificate: CertificateFiles
  /** The key of the node's certificate for etcd, which runs as a user of its own. */
  etcdKey: string
}

export type PatroniOptions = { safety: Safety; sharedBuffers: string; walKeepSize: string }

export const etcdFile = (
  { databases }: Layout,
  node: Node,
  { etcdToken }: Secrets,
  folders: DatabaseFolders,
) =>
  fillTemplate('etcd.env', {
    node: node.name,
    address: node.address,
    data: folders.etcd,
    members: databases.map(({ name, address }) => `${name}=https://${address}:2380`).join(','),
    token: etcdToken,
    certificate: folders.certificate.certificate,
    authority: folders.certificate.authority,
    etcdKey: folders.etcdKey,
  })

export const patroniFile = (
  { databases, network }: Layout,
  node: Node,
  secrets: Secrets,
  folders: DatabaseFolders,
  { safety, sharedBuffers, walKeepSize }: PatroniOptions,
) =>
  fillTemplate('patroni.yml', {
    node: node.name,
    address: node.address,
    network,
    dcs: safety.dcs,
    etcdHosts: [node, ...databases.filter(({ name }) => name !== node.name)]
      .map(({ address }) => `${address}:2379`)
      .join(','),
    synchronous: String(safety.synchronous),
    data: folders.postgres,
    sockets: folders.sockets,
    passwordFile: folders.passwordFile,
    backupConfig: folders.backupConfig,
    archiveAgain: folders.archiveAgain,
    ...folders.certificate,
    sharedBuffers,
    walKeepSize,
    apiPassword: secrets.apiPassword,
    superuserPassword: secrets.superuserPassword,
    replicationPassword: secrets.replicationPassword,
    rewindPassword: secrets.rewindPassword,
  })

/** @param authority the file of the authority of the nodes' certificates */
export const databaseRouterFile = ({ databases }: Layout, authority: string) =>
  fillTemplate('haproxy-database.cfg', {
    databaseServers: databases
      .map(
        ({ name, address }) =>
          `  server ${name} ${address}:5432 check port 8008 check-ssl verify required verifyhost ${name} ca-file ${authority}`,
      )
      .join('\n'),
  })

/** The response of a router without an application behind it, equal to that of a busy application. */
const busyBody = `'{"code":"OVERLOADED","message":"Layanan sedang sibuk. Silakan coba beberapa saat lagi."}'`

/**
 * @param certificate the file of the certificate and key for browsers; null for a run on one machine without TLS to them
 * @param own what the load balancer shows the applications, and by what it checks theirs
 */
export const webRouterFile = (
  { applications, router }: Layout,
  certificate: string | null,
  own: CertificateFiles,
) =>
  fillTemplate('haproxy-web.cfg', {
    frontends:
      certificate === null
        ? `frontend web\n  bind ${router.address}:80`
        : fillTemplate('haproxy-web-tls.cfg', { address: router.address, certificate }).trimEnd(),
    busyBody,
    applicationServers: applications
      .map(({ name, address }) => `  server ${name} ${address}:3000 check verifyhost ${name}`)
      .join('\n'),
    certificate: own.certificate,
    authority: own.authority,
  })

/** The settings of the application that are files on its node, or addresses of other nodes. */
export type ApplicationPlaces = {
  /** Where browsers reach the app; the load balancer, or what ends TLS in front of it. */
  origin: string
  auditKeyFile: string
  dataKeyFile: string
  certificateFile: string
  keyFile: string
  /** The folder of the node's certificate, which the load balancer checks. */
  tlsFolder: string
  esignUrl: string
  esignKey: string
  esignSecret: string
}

/** The parameters with which a client of the database checks its certificate. */
const tlsParameters = (authority: string): string => `sslmode=verify-full&sslrootcert=${authority}`

export const applicationFile = (
  { router }: Layout,
  node: Node,
  secrets: Secrets,
  places: ApplicationPlaces,
  authority: string,
) =>
  fillTemplate('app.env', {
    node: node.name,
    address: node.address,
    databaseUrl: `postgres://pematang_web:${secrets.webPassword}@127.0.0.1:5000/pematang?target_session_attrs=read-write&${tlsParameters(authority)}`,
    readDatabaseUrl: `postgres://pematang_web:${secrets.webPassword}@127.0.0.1:5001/pematang?${tlsParameters(authority)}`,
    proxies: router.address,
    ...places,
  })

export const kernelFile = () => fillTemplate('sysctl.conf', {})

/**
 * The URL with which the driver itself finds the database that accepts writes, without a router.
 * @param authority the file of the authority of its certificate
 */
export const databaseUrl = (
  { databases }: Layout,
  { login, password, database }: { login: string; password: string; database: string },
  authority: string,
): string =>
  `postgres://${login}:${password}@${databases.map(({ address }) => `${address}:5432`).join(',')}/${database}?${tlsParameters(authority)}`
