/** What a report says about its period. */
export const META = {
  product: 'prd_a1B2c3D4e5F6',
  timezone: 'Europe/Berlin',
  from: '2026-08-01',
  to: '2026-08-31',
  retention: { days: 1095, available_from: '2023-09-02' },
  suppression: { threshold: 0, rows_withheld: 0 },
  fresh_until: '2026-09-01T08:14:00.000Z',
  today: '2026-09-01',
}
