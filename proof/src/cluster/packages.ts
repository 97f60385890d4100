import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installForSystem } from '../../../scripts/setup-tests/apt.ts'
import { onPath } from '../../../scripts/setup-tests/tools.ts'
import { runAnyway } from '../../../deploy/cluster/run.ts'

/**
 * The Debian packages of the database, application and router nodes, each by a program that shows whether it is
 * installed.
 */
const programs: Readonly<Record<string, string>> = {
  '/usr/bin/patroni': 'patroni',
  // Patroni needs it for TLS to etcd, and Debian's package does not ask for it.
  '/usr/lib/python3/dist-packages/idna/core.py': 'python3-idna',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/openssl': 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/sbin/sysctl': 'procps',
  '/usr/bin/curl': 'curl',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/mkfs.ext4': 'e2fsprogs',
  '/usr/bin/gcc': 'gcc',
  '/usr/include/features.h': 'libc6-dev',
}

/** Debian's services of these packages, which must not run beside the cluster. */
const units = ['etcd', 'patroni', 'haproxy', 'postgresql', 'pgbackrest']
const policy = '/usr/sbin/policy-rc.d'
const createCluster = '/etc/postgresql-common/createcluster.conf'

/**
 * Installs missing packages with apt-get, without starting their Debian services.
 * @throws on a system other than Debian
 */
export async function installPackages(): Promise<void> {
  const isMissing = (program: string) => !existsSync(program)
  const missing = Object.keys(programs).filter(isMissing)
  if (missing.length === 0) return
  const packages = missing.map((program) => programs[program] ?? '')
  if (onPath('apt-get', process.env.PATH) === null)
    throw new Error(`There is no apt-get here; the cluster needs ${packages.join(', ')} of Debian 12.`)
  console.log(`Installing ${packages.join(', ')} ...`)
  if (!existsSync(createCluster)) {
    mkdirSync(path.dirname(createCluster), { recursive: true })
    writeFileSync(createCluster, 'create_main_cluster = false\n')
  }
  // Debian starts the services of installed packages unless this script forbids it.
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await installForSystem(packages)
    await runAnyway('systemctl', [
      'disable',
      '--quiet',
      ...units.filter((unit) => packages.some((one) => one.startsWith(unit))),
    ])
  } finally {
    if (isOurs) rmSync(policy)
  }
  const absent = Object.keys(programs).filter(isMissing)
  if (absent.length > 0) throw new Error(`After the installation there is no ${absent.join(', ')}.`)
}
