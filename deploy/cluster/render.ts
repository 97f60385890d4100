import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { archivingFile, repositoryFile, restoreFile } from './backup/configuration.ts'
import { certificateFilesIn, issueCertificate, makeAuthority } from './certificates.ts'
import {
  applicationFile,
  databaseRouterFile,
  databaseUrl,
  etcdFile,
  kernelFile,
  patroniFile,
  webRouterFile,
} from './configuration.ts'
import { archiveAgain, patroniLauncher } from './database-node.ts'
import type { Layout, Node } from './layout.ts'
import { makeSecrets } from './state.ts'

/** Where Debian's packages keep the files of a database node. */
const debianFolders = {
  etcd: '/var/lib/etcd/pematang',
  postgres: '/var/lib/postgresql/15/pematang',
  sockets: '/var/run/postgresql',
  passwordFile: '/var/lib/postgresql/.pgpass-pematang',
  backupConfig: '/etc/pgbackrest/pgbackrest.conf',
  archiveAgain: '/usr/local/lib/pematang/archive-again.sh',
  certificate: certificateFilesIn('/etc/pematang/tls'),
}

const backupFiles = {
  config: debianFolders.backupConfig,
  logs: '/var/log/pgbackrest',
  locks: '/run/postgresql/pgbackrest',
  certificate: debianFolders.certificate,
}

/** Files that the operator places on an application node. */
const places = {
  auditKeyFile: '/etc/pematang/audit-keys',
  certificateFile: '/etc/pematang/platform-certificate.pem',
  keyFile: '/etc/pematang/platform-key.pem',
  esignUrl: 'https://esign.example',
  esignKey: 'from-the-provider',
  esignSecret: 'from-the-provider',
}

/**
 * Writes the configuration of every node, for real machines or containers, with new passwords.
 * @throws if the folder exists: its passwords may be in use
 */
export async function render(layout: Layout, out: string): Promise<void> {
  if (existsSync(out))
    throw new Error(`${out} is there: its passwords may be in use, so name another folder.`)
  const secrets = makeSecrets()
  const write = ({ name }: Node, file: string, text: string) => {
    mkdirSync(path.join(out, name), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(out, name, file), text, { mode: 0o600 })
  }
  const safety = { dcs: 'etcd', synchronous: true } as const
  const authority = path.join(out, 'authority')
  await makeAuthority(authority)
  const certify = (node: Node) => issueCertificate(authority, node, path.join(out, node.name, 'tls'))
  for (const node of layout.databases) {
    write(node, 'etcd.env', etcdFile(layout, node, secrets, debianFolders))
    write(
      node,
      'patroni.yml',
      patroniFile(layout, node, secrets, debianFolders, {
        safety,
        tls: true,
        sharedBuffers: '1GB',
        walKeepSize: '8GB',
      }),
    )
    write(node, 'steady-patroni.py', readFileSync(patroniLauncher, 'utf8'))
    write(node, 'archive-again.sh', readFileSync(archiveAgain, 'utf8'))
    const { postgres: data, sockets } = debianFolders
    const repository = { data, sockets, repositoryConfig: backupFiles.config }
    write(node, 'pgbackrest.conf', archivingFile(layout, node, backupFiles, repository))
    await certify(node)
    write(node, '60-pematang.conf', kernelFile())
  }
  const copied = layout.databases.map((node) => {
    const { postgres: data, sockets, backupConfig: config } = debianFolders
    return { ...node, data, sockets, config }
  })
  const repository = { ...backupFiles, repository: '/var/lib/pgbackrest' }
  write(layout.backup, 'pgbackrest.conf', repositoryFile(layout, copied, secrets, repository))
  write(layout.backup, 'restore.conf', restoreFile(secrets, repository))
  await certify(layout.backup)
  const authorityFile = debianFolders.certificate.authority
  const login = { login: 'pematang_owner', password: secrets.ownerPassword, database: 'pematang' }
  const owner = databaseUrl(layout, login, authorityFile)
  for (const node of layout.applications) {
    write(node, 'haproxy.cfg', databaseRouterFile(layout))
    write(node, 'app.env', applicationFile(layout, node, secrets, places, authorityFile))
    write(node, '60-pematang.conf', kernelFile())
    mkdirSync(path.join(out, node.name, 'tls'), { mode: 0o700 })
    write(node, 'tls/authority.pem', readFileSync(path.join(authority, 'authority.pem'), 'utf8'))
    write(node, 'owner.env', `# For the migration alone.\nDATABASE_OWNER_URL=${owner}\n`)
  }
  write(layout.router, 'haproxy.cfg', webRouterFile(layout))
  write(layout.databases[0] ?? layout.router, 'logins.sql', loginsOf(secrets))
}

/** The SQL statements that a DBA runs once on the first primary. */
const loginsOf = ({ ownerPassword, webPassword }: ReturnType<typeof makeSecrets>): string =>
  `create role pematang_owner login password '${ownerPassword}';
create role pematang_app nologin;
create role pematang_web login password '${webPassword}' in role pematang_app;
create database pematang owner pematang_owner;
`
