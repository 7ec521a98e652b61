import { sendFirstRequests } from './first-requests.ts'

sendFirstRequests(location)
