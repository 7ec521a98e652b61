<?php
/**
 * Deletes the settings with the plugin.
 *
 * @package Footfall
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

delete_option( 'footfall_settings' );
