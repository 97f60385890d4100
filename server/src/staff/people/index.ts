export { addStaff, listStaff, type Person, setStaffRights, takeStaffRights } from './staff.ts'
