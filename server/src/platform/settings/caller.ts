import type { Environment } from './secrets.ts'

/** The name of the operator in the audit trail: the operating system user who runs the command. */
export const operatorName = (environment: Environment): string => environment.USER || 'operator'

/** Who called sudo, where this process is run by it. */
export const sudoCaller = (environment: Environment): string | undefined => environment.SUDO_USER
