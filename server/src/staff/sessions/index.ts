export { consoleRights, passkeysToDecide, staffAuthenticator } from './authenticate.ts'
export { closeConsoleSession } from './close-session.ts'
export { endStaffSession, endStaffSessions, findStaffSession, insertStaffSession } from './store.ts'
