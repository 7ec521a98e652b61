/**
 * The two tables that Umami 3's reports read on PostgreSQL, with all their indexes: fifteen on events and twelve on
 * sessions, primary keys included. Indexes are built after the rows are in, which leaves them denser than years of
 * inserts would.
 */
export const UMAMI_TABLES = `
CREATE TABLE session (
  session_id uuid NOT NULL, website_id uuid NOT NULL, browser varchar(20), os varchar(20), device varchar(20),
  screen varchar(11), language varchar(35), country char(2), region varchar(20), city varchar(50),
  created_at timestamptz(6) DEFAULT CURRENT_TIMESTAMP, distinct_id varchar(50)
);
CREATE TABLE website_event (
  event_id uuid NOT NULL, website_id uuid NOT NULL, session_id uuid NOT NULL, visit_id uuid NOT NULL,
  created_at timestamptz(6) DEFAULT CURRENT_TIMESTAMP, url_path varchar(500) NOT NULL, url_query varchar(500),
  utm_source varchar(255), utm_medium varchar(255), utm_campaign varchar(255), utm_content varchar(255), utm_term varchar(255),
  referrer_path varchar(500), referrer_query varchar(500), referrer_domain varchar(500), page_title varchar(500),
  gclid varchar(255), fbclid varchar(255), msclkid varchar(255), ttclid varchar(255), li_fat_id varchar(255), twclid varchar(255),
  event_type integer NOT NULL DEFAULT 1, event_name varchar(50), tag varchar(50), hostname varchar(100)
);`

export const EVENT_COLUMNS =
  'event_id, website_id, session_id, visit_id, created_at, url_path, referrer_domain, event_type, event_name, hostname'
export const SESSION_COLUMNS =
  'session_id, website_id, browser, os, device, screen, language, country, region, city, created_at'

const EVENT_INDEXES = [
  'created_at',
  'session_id',
  'visit_id',
  'website_id',
  'website_id, created_at',
  'website_id, created_at, url_path',
  'website_id, created_at, url_query',
  'website_id, created_at, referrer_domain',
  'website_id, created_at, page_title',
  'website_id, created_at, event_name',
  'website_id, created_at, tag',
  'website_id, session_id, created_at',
  'website_id, visit_id, created_at',
  'website_id, created_at, hostname',
]
const SESSION_INDEXES = [
  'created_at',
  'website_id',
  'website_id, created_at',
  ...['browser', 'os', 'device', 'screen', 'language', 'country', 'region', 'city'].map(
    (column) => `website_id, created_at, ${column}`,
  ),
]

export const UMAMI_INDEXES = [
  'ALTER TABLE website_event ADD PRIMARY KEY (event_id)',
  'ALTER TABLE session ADD PRIMARY KEY (session_id)',
  ...EVENT_INDEXES.map((columns) => `CREATE INDEX ON website_event (${columns})`),
  ...SESSION_INDEXES.map((columns) => `CREATE INDEX ON session (${columns})`),
]
