/** Locations of demo visitors: weight, country, region, city, language, hours east of UTC. */
export const PLACES: readonly (readonly [number, string, string, string, string, number])[] = [
  [9, 'DE', 'Land Berlin', 'Berlin', 'de-DE', 1],
  [5, 'DE', 'Bavaria', 'Munich', 'de-DE', 1],
  [4, 'DE', 'Hamburg', 'Hamburg', 'de-DE', 1],
  [3, 'DE', 'North Rhine-Westphalia', 'Cologne', 'de-DE', 1],
  [2, 'DE', 'Hesse', 'Frankfurt am Main', 'en-US', 1],
  [5, 'US', 'California', 'San Francisco', 'en-US', -8],
  [4, 'US', 'New York', 'New York', 'en-US', -5],
  [3, 'US', 'Texas', 'Austin', 'en-US', -6],
  [3, 'US', 'Washington', 'Seattle', 'en-US', -8],
  [2, 'US', 'Illinois', 'Chicago', 'es-US', -6],
  [7, 'GB', 'England', 'London', 'en-GB', 0],
  [2, 'GB', 'Scotland', 'Edinburgh', 'en-GB', 0],
  [5, 'FR', 'Île-de-France', 'Paris', 'fr-FR', 1],
  [2, 'FR', 'Auvergne-Rhône-Alpes', 'Lyon', 'fr-FR', 1],
  [4, 'NL', 'North Holland', 'Amsterdam', 'nl-NL', 1],
  [3, 'AT', 'Vienna', 'Vienna', 'de-AT', 1],
  [3, 'CH', 'Zurich', 'Zürich', 'de-CH', 1],
  [3, 'ES', 'Madrid', 'Madrid', 'es-ES', 1],
  [3, 'IT', 'Lombardy', 'Milan', 'it-IT', 1],
  [2, 'PL', 'Mazovia', 'Warsaw', 'pl-PL', 1],
  [2, 'SE', 'Stockholm', 'Stockholm', 'sv-SE', 1],
  [1, 'DK', 'Capital Region', 'Copenhagen', 'da-DK', 1],
  [5, 'IN', 'Karnataka', 'Bengaluru', 'en-IN', 5.5],
  [2, 'IN', 'Maharashtra', 'Mumbai', 'hi-IN', 5.5],
  [3, 'CA', 'Ontario', 'Toronto', 'en-CA', -5],
  [1, 'CA', 'Quebec', 'Montreal', 'fr-CA', -5],
  [3, 'BR', 'São Paulo', 'São Paulo', 'pt-BR', -3],
  [3, 'JP', 'Tokyo', 'Tokyo', 'ja-JP', 9],
  [2, 'AU', 'New South Wales', 'Sydney', 'en-AU', 10],
  [1, 'KR', 'Seoul', 'Seoul', 'ko-KR', 9],
  [1, 'NP', 'Bagmati', 'Kathmandu', 'ne-NP', 5.75],
  [1, 'ZA', 'Western Cape', 'Cape Town', 'en-ZA', 2],
  [1, 'MX', 'Mexico City', 'Mexico City', 'es-MX', -6],
]

/** Devices: weight, device, browser, version, system, system version, screen size. */
export const DEVICES: readonly (readonly [number, string, string, string, string, string, string])[] = [
  [16, 'desktop', 'Chrome', '142', 'Windows', '10', 'desktop'],
  [11, 'desktop', 'Chrome', '142', 'macOS', '10.15', 'laptop'],
  [4, 'desktop', 'Chrome', '141', 'Linux', '', 'desktop'],
  [8, 'desktop', 'Safari', '18', 'macOS', '10.15', 'laptop'],
  [5, 'desktop', 'Firefox', '144', 'Windows', '10', 'desktop'],
  [4, 'desktop', 'Firefox', '144', 'Linux', '', 'laptop'],
  [2, 'desktop', 'Firefox', '140', 'macOS', '10.15', 'laptop'],
  [6, 'desktop', 'Microsoft Edge', '142', 'Windows', '10', 'laptop'],
  [1, 'desktop', 'Opera', '123', 'Windows', '10', 'desktop'],
  [17, 'mobile', 'Safari', '18', 'iOS', '18.6', 'mobile'],
  [4, 'mobile', 'Safari', '26', 'iOS', '18.7', 'mobile'],
  [14, 'mobile', 'Chrome', '142', 'Android', '10', 'mobile'],
  [3, 'mobile', 'Samsung Internet for Android', '28', 'Android', '10', 'mobile'],
  [1, 'mobile', 'Firefox', '144', 'Android', '15', 'mobile'],
  [3, 'tablet', 'Safari', '18', 'iOS', '18.6', 'tablet'],
  [1, 'tablet', 'Chrome', '142', 'Android', '14', 'tablet'],
]

/** Share of a day's visits by local hour, from midnight. */
export const HOURS: readonly number[] = [
  4, 3, 2, 1, 1, 2, 4, 8, 14, 18, 20, 19, 16, 17, 19, 19, 18, 16, 15, 15, 16, 15, 11, 7,
]

/** Relative to the mean of the week, from Monday. */
export const WEEKDAYS: readonly number[] = [1.12, 1.18, 1.16, 1.1, 0.98, 0.68, 0.78]
